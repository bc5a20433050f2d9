import { type Faults, FencePairs, type Pair } from './fence-pairs.js'
import { isSlackFence, runsOf } from './fence-runs.js'
import { firstLineOf, type InfoStrings } from './info-strings.js'
import { withLastLine } from './ends.js'

export interface OnLines {
  readonly text: string
  /** Runs of backticks and tildes next to fences. With more than `most` the text is unchanged. */
  readonly runs: number
}

/**
 * Slack's blocks of code may begin and end inside a line, which in Markdown would hide the first
 * line and leave the block open: each fence gets a line of its own (docs/contract.md, Code fences). Blocks that
 * are Markdown's already stay as they are. A block without an end stays open, unless its first line
 * would be hidden.
 */
export function fencesOnLines(
  text: string,
  infoStrings: InfoStrings = 'words',
  most = Infinity,
): OnLines {
  if (!text.includes('```')) return { text, runs: 0 }
  const runs = runsOf(text, most)
  if (runs.length > most) return { text, runs: runs.length }
  const sent = new FencePairs(text, runs, infoStrings)
  const faults = sent.faults()
  const pairs = sent.pairs()
  if (pairs.length > 0) {
    const onLines = write(text, pairs)
    const written = new FencePairs(onLines, runsOf(onLines, Infinity), infoStrings)
    const left = written.faults()
    // What stood behind a fence may begin a block once it is on a line of its own.
    if (written.pairs().length === 0 && !isWorse(left, faults)) {
      return { text: closed(onLines, left, infoStrings), runs: runs.length }
    }
  }
  return { text: closed(text, faults, infoStrings), runs: runs.length }
}

/** Closes a block that the sender cut off, and moves its hidden first line below the fence. */
function closed(text: string, { open }: Faults, infoStrings: InfoStrings): string {
  if (!open || !isSlackFence(open) || open.line.quoted) return text
  if (firstLineOf(text, open, infoStrings) !== 'code') return text
  return withLastLine(`${text.slice(0, open.end)}\n${text.slice(open.end)}`, '```')
}

/** An open block still shows all of its text; a hidden line is worse, because it is invisible. */
function isWorse(written: Faults, sent: Faults): boolean {
  if (written.hidden !== sent.hidden) return written.hidden > sent.hidden
  return written.open !== null && sent.open === null
}

/** The text with the fences of each pair on lines of their own. */
function write(text: string, pairs: readonly Pair[]): string {
  const parts: string[] = []
  let copied = 0
  for (const { open, close, firstLine } of pairs) {
    const lineStart = Math.max(copied, open.line.start)
    const before = text.slice(lineStart, open.at).trimEnd()
    parts.push(text.slice(copied, lineStart), before, before === '' ? '' : '\n', '```')
    if (firstLine === 'code') parts.push('\n')
    const body = firstLine === 'nothing' ? open.line.end : open.end
    const isOnLine = text.slice(close.line.start, close.at).trim() === ''
    parts.push(text.slice(body, isOnLine ? close.line.start : close.at), isOnLine ? '' : '\n')
    parts.push(text.slice(close.at, close.end))
    copied = close.end
    while (text.charAt(copied) === ' ') copied += 1
    const next = text.charAt(copied)
    if (next !== '' && next !== '\n' && next !== '\r') parts.push('\n')
  }
  parts.push(text.slice(copied))
  return parts.join('')
}
