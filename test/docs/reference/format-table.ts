import { ourFormat } from '../../../lib/formats/all.js'
import type { Format } from '../../../lib/formats/index.js'
import { NATIVE_NAMES } from '../../../lib/formats/registry.js'
import {
  FORMAT_ANSWERS,
  type FormatAnswer,
  type FORMAT_SCHEMAS,
} from '../../../lib/openapi/format-answers.js'
import { FORMAT_TEXTS, OWN_FORMAT } from './format-texts.js'
import { code, listed, tableOf } from './markdown-table.js'

const ONLY_BY_URL = 'only by the URL'

/** What senders get, by the name of its schema. */
const ANSWERS: Readonly<Record<keyof typeof FORMAT_SCHEMAS, string>> = {
  NtfyMessage: 'a message object',
  GotifyMessage: 'a message object',
  GoogleChatMessage: 'a message object',
  DiscordMessage: 'a message object with `?wait=true`',
  RocketChatAnswer: '`{"success":true}`',
  PagerDutyAnswer: 'a `dedup_key`',
}

/** The formats that docs/formats.md lists, in its order. */
export const LISTED_FORMATS: readonly Format[] = Object.keys(FORMAT_TEXTS).map(ourFormat)

/** What the requests of each format are recognised by, by the name of the format. */
export const RECOGNISED_BY: ReadonlyMap<string, string> = new Map([
  [NATIVE_NAMES[0], OWN_FORMAT.recognisedBy],
  ...Object.entries(FORMAT_TEXTS).map(([name, texts]): [string, string] => [
    name,
    texts.recognisedBy ?? ONLY_BY_URL,
  ]),
])

export function allFormatsTable(): readonly string[] {
  const [own, ...ownAliases] = NATIVE_NAMES
  return tableOf(
    ['format', 'sender', 'recognised by', 'response'],
    [
      row(own, OWN_FORMAT.sender, ownAliases),
      ...Object.entries(FORMAT_TEXTS).map(([name, { sender }]) =>
        row(name, sender, ourFormat(name).aliases ?? []),
      ),
    ],
  )
}

/** Those whose webhooks make one post of an incident without a setting. */
export function programsWithIncidents(): readonly string[] {
  const titles = LISTED_FORMATS.filter((format) => format.isMonitoring).map(({ title }) => title)
  return [
    `Alerts from ${listed(titles, 'and')} name their incident. Their webhooks need no settings:`,
  ]
}

function row(name: string, sender: string, aliases: readonly string[]): readonly string[] {
  const also = aliases.length === 0 ? '' : `, also as ${listed(aliases.map(code), 'and')}`
  const answers = FORMAT_ANSWERS[name]?.map(answerOf).join(', otherwise ') ?? '`ok`'
  return [code(name), sender + also, RECOGNISED_BY.get(name) ?? '', answers]
}

function answerOf({ status, json, text }: FormatAnswer): string {
  const body = json === null ? text && code(text) : ANSWERS[json]
  if (body === undefined) return String(status)
  return status === 200 ? body : `${status} with ${body}`
}
