import { outsideCode } from '../../../text/code-spans.js'
import { minute, textAt } from '../../kit.js'

const DATE = /<t:(-?\d{1,12})(?::[a-zA-Z])?>/g
const USER = /<@!?(\d{1,25})>/g
const ROLE = /<@&(\d{1,25})>/g
const CHANNEL = /<#(\d{1,25})>/g
const EMOJI = /<a?(:\w{1,64}:)\d{1,25}>/g
const SPOILER = /\|\|([^|\n]{1,2000})\|\|/g
const SMALL = /^-# /gm
const QUOTED_REST = /^>>> ([^]*)$/m

/** Discord's Markdown as everybody's: times, emoji and names are written out. */
export function discordMarkdown(text: string): string {
  return outsideCode(text, (part) =>
    part
      .replace(DATE, (whole, seconds: string) => timeOf(Number(seconds)) ?? whole)
      .replace(USER, '@$1')
      .replace(ROLE, '@$1')
      .replace(CHANNEL, '#$1')
      .replace(EMOJI, '$1')
      .replace(SPOILER, '$1')
      .replace(SMALL, '')
      .replace(QUOTED_REST, (_, rest: string) => `> ${rest.replaceAll('\n', '\n> ')}`),
  )
}

function timeOf(seconds: number): string | null {
  const milliseconds = seconds * 1000
  return milliseconds > 0 && milliseconds < 253_402_300_800_000 ? minute(milliseconds) : null
}

/** An emoji beside a label: the character, or the name of one of the server's own. */
export function emojiOf(emoji: unknown): string {
  const name = textAt(emoji, 'name')
  return textAt(emoji, 'id') === '' ? name : `:${name}:`
}
