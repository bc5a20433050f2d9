import { allFormats } from '../../../lib/formats/all.js'
import { QUIET_MEMBERS } from '../../../lib/formats/chats/chat.js'
import { isQuiet } from '../../../lib/formats/drafts/unshown.js'
import { textOf } from '../../../lib/formats/json-members.js'
import { Formats } from '../../../lib/formats/registry.js'
import { WebhookError } from '../../../lib/model/errors.js'
import { isJson, isJsonList, isJsonObject } from '../../../lib/model/json.js'
import type { JsonValue } from '../../../lib/model/records.js'
import { read } from '../../../lib/pipeline/read.js'
import { requestOf } from '../../support/format-requests.js'
import { knownSources } from '../../support/fuzz/sources.js'
import {
  nameOf,
  type Path,
  sitesOf,
  valueAt,
  withAt,
  withMember,
} from '../../support/fuzz/trees.js'
import { generator } from '../../support/random.js'
import { USER_ID } from '../../support/translation.js'
import { samplesOf } from './samples.js'
import { VENDORS } from './vendors.js'

/** A message for a chat. */
interface Base {
  readonly format: string
  readonly message: JsonValue
}

/** A text of which neither the message nor a warning says anything. */
export interface Silent {
  readonly format: string
  readonly path: string
  readonly message: JsonValue
}

export interface WholeReport {
  /** Messages that were shown, by format. */
  readonly shown: ReadonlyMap<string, number>
  readonly silent: readonly Silent[]
}

const CHATS = new Set(['discord', 'teams', 'googlechat', 'ntfy', 'gotify', 'apprise'])
const MOST_CHANGES = 5
const DECORATIONS = [
  (word: string) => word,
  (word: string) => `**${word}** and _${word}_`,
  (word: string) => `<b>${word}</b> &amp; ${word}`,
  (word: string) => `[${word}](https://example.test/a)`,
  (word: string) => `${word}\n\n- ${word}\n> ${word}`,
  (word: string) => `${word} https://example.test/b_c \`${word}\``,
  (word: string) => `${'long '.repeat(4_000)}${word}`,
]
const ADDRESS = /^https?:/

/** Changes messages at random, and looks for each of their texts in what is shown and in the warnings. */
export function wholeMessages(count: number, seed: number): WholeReport {
  const random = generator(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const bases = allBases()
  const formats = [...CHATS]
  const shown = new Map<string, number>()
  const silent: Silent[] = []
  for (let done = 0; done < count; done += 1) {
    const format = pick(formats) ?? ''
    const mine = bases.filter((base) => base.format === format)
    let message = pick(mine)?.message ?? null
    for (let change = random() * MOST_CHANGES; change > 1; change -= 1) {
      message = changed(message, pick(mine)?.message ?? null, pick)
    }
    const words = new Map<string, string>()
    const sent = withWords(message, [], words, pick)
    const result = silentIn(format, sent, words)
    if (result) shown.set(format, (shown.get(format) ?? 0) + 1)
    for (const path of result ?? []) silent.push({ format, path, message: sent })
  }
  return { shown, silent }
}

/** Recorded messages, and each element that the vendors' types declare. */
function allBases(): readonly Base[] {
  const recorded = knownSources().flatMap(({ format, kind, tree }) => {
    const message = valueAt(tree, ['body'])
    return kind === 'json' && CHATS.has(format) && message !== undefined
      ? [{ format, message }]
      : []
  })
  const declared = VENDORS.filter(({ format }) => CHATS.has(format)).flatMap(({ format, type }) =>
    samplesOf(type).flatMap(({ message }) => (isJson(message) ? [{ format, message }] : [])),
  )
  return [...recorded, ...declared]
}

type Pick = <T>(all: readonly T[]) => T | undefined

/** One member less, one more, one twice, or one of another message instead. */
function changed(message: JsonValue, other: JsonValue, pick: Pick): JsonValue {
  const { path = [], value = null } = pick(sitesOf(message)) ?? {}
  const taken = pick(sitesOf(other))
  switch (pick(['less', 'more', 'twice', 'instead', 'merged'] as const)) {
    case 'less':
      return path.length === 0 ? message : withAt(message, path, undefined)
    case 'more':
      return withMember(message, path, pick(['text', 'remark', 'details']) ?? '', 'more')
    case 'twice':
      return isJsonList(value) ? withAt(message, path, [...value, ...value]) : message
    case 'merged':
      return isJsonObject(message) && isJsonObject(other) ? { ...other, ...message } : message
    default: {
      const alike = sitesOf(other).filter((site) => nameOf(site.path) === nameOf(path))
      return path.length === 0 ? message : withAt(message, path, pick(alike)?.value ?? taken?.value)
    }
  }
}

/** Each text that readers may see as words of its own. */
function withWords(tree: JsonValue, path: Path, words: Map<string, string>, pick: Pick): JsonValue {
  if (isJsonList(tree)) return tree.map((each, at) => withWords(each, [...path, at], words, pick))
  if (isJsonObject(tree)) {
    const type = textOf(tree['type'])
    return Object.fromEntries(
      Object.entries(tree).map(([name, each]) => {
        const isLeft = isQuiet(name, [type, nameOf(path)], QUIET_MEMBERS)
        return [name, isLeft ? each : withWords(each, [...path, name], words, pick)]
      }),
    )
  }
  if (typeof tree !== 'string') return tree
  const word = `word${words.size}x`
  words.set(placeOf(path), word)
  return ADDRESS.test(tree) ? `https://example.test/${word}` : (pick(DECORATIONS)?.(word) ?? word)
}

function placeOf(path: Path): string {
  return path.reduce<string>((all, step) => {
    if (typeof step === 'number') return `${all}[${step}]`
    return all === '' ? step : `${all}.${step}`
  }, '')
}

const formats = new Formats(allFormats)

/** The places of texts that nobody learns of; null if the message is refused, which its sender sees. */
function silentIn(
  format: string,
  message: JsonValue,
  words: ReadonlyMap<string, string>,
): readonly string[] | null {
  const body = JSON.stringify(message)
  const request = requestOf({ name: '', format, body, contentType: null, headers: {} })
  const asked = formats.asked(`/${format}`) ?? { kind: 'any' }
  try {
    const { message: step } = read({ ...request, asked }, { formats, userIdPattern: USER_ID })
    if (!step) return []
    const { text, attachments, overrides } = step.value
    const shown = JSON.stringify([text, attachments, overrides])
    const places = step.warnings.map(({ path }) => path)
    // Past 100, the last warning counts the others.
    if (places.length > 100) return []
    return [...words]
      .filter(([place, word]) => !shown.includes(word) && !isNamed(place, places))
      .map(([place]) => place)
  } catch (error) {
    if (error instanceof WebhookError) return null
    throw error
  }
}

/** Whether a place, or one that holds it, is named. */
export function isNamed(path: string, named: readonly string[]): boolean {
  return named.some(
    (each) => path === each || (path.startsWith(each) && '.['.includes(path.charAt(each.length))),
  )
}
