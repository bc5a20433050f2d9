import { FILES_NOT_KEPT } from '../../../native/body/fields.js'
import {
  at,
  bold,
  type Card,
  countAt,
  type Draft,
  hasObjects,
  isEmpty,
  joined,
  list,
  listAt,
  markdown,
  numberAt,
  prose,
  type Text,
  textAt,
} from '../../kit.js'
import { componentsOf, readEmbed, wholeOf } from './cards.js'
import { discordMarkdown, emojiOf } from './markup.js'

const HIDES_EMBEDS = 4
const IS_SILENT = 4_096
/** `content` and `embeds` do not count. */
const IS_OF_COMPONENTS = 32_768

/** Whether `components` are the message. */
export function isOfComponents(value: unknown): boolean {
  return hasFlag(value, IS_OF_COMPONENTS) && Array.isArray(at(value, 'components'))
}

/** Whether it asks a question. */
export function isPoll(value: unknown): boolean {
  return hasObjects(value, 'poll.question') && Array.isArray(at(value, 'poll.answers'))
}

function hasFlag(value: unknown, flag: number): boolean {
  return ((numberAt(value, 'flags') ?? 0) & flag) !== 0
}

/** A message; `files`: the names of those that came with it. Its text and cards are empty if it shows nothing. */
export function draftOf(value: unknown, files: readonly string[]): Draft {
  const { done, losses } = componentsOf(value)
  const shown = isOfComponents(value) ? wholeOf(value, done) : contentOf(value, done)
  return {
    text:
      files.length > 0 && isEmpty(shown.text) && shown.cards.length === 0
        ? `${files.join(', ')} (${FILES_NOT_KEPT})`
        : shown.text,
    cards: shown.cards,
    username: textAt(value, 'username'),
    iconUrl: textAt(value, 'avatar_url'),
    silent: hasFlag(value, IS_SILENT),
    losses: [...losses, ...lossesOf(value, files)],
  }
}

function contentOf(value: unknown, rows: readonly Card[]): ReturnType<typeof wholeOf> {
  const embeds = hasFlag(value, HIDES_EMBEDS) ? [] : listAt(value, 'embeds')
  const cards = [
    ...embeds.map(readEmbed),
    isPoll(value) ? pollCard(at(value, 'poll')) : null,
    ...rows,
  ]
  return {
    text: markdown(discordMarkdown(textAt(value, 'content').trim())),
    cards: cards.filter((card) => card !== null),
  }
}

function pollCard(poll: unknown): Card {
  const answers = listAt(poll, 'answers').map((answer): Text => {
    return joined(
      [emojiOf(at(answer, 'poll_media.emoji')), prose(textAt(answer, 'poll_media.text'), Infinity)],
      ' ',
    )
  })
  const question = bold(prose(textAt(poll, 'question.text'), Infinity))
  return { text: [question, list(answers, answers.length, answers.length)] }
}

function lossesOf(value: unknown, files: readonly string[]): NonNullable<Draft['losses']> {
  const path = countAt(value, 'attachments') > 0 ? 'attachments' : 'files'
  return [
    ...(files.length > 0 ? [{ path, reason: FILES_NOT_KEPT }] : []),
    ...(isPoll(value) ? [{ path: 'poll', reason: 'nobody can vote here' }] : []),
  ]
}
