/** What may stand before a fence on its line: white space, marks of quotes and of lists. */
const CONTAINER = /[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/y
/** What a line with such marks begins with. */
const MAY_MATTER = /[ \t>*+\d-]/
const FENCE = /`{3}|~{3}/g
/** What stands around a fence that words are about, as in: the marker is "```". */
const AROUND = new Set(['  ', '""', "''", '()', '“”', '„“', '‘’', '«»'])

/** How long Slack's fences are, and the shortest ones of Markdown's. */
export const SLACK = 3
/** A longer run is ornament, here as where messages are cut. */
export const MAX_FENCE = 100

interface Line {
  readonly start: number
  readonly end: number
  /** Characters before the line's own text: white space and marks. */
  readonly indent: number
  readonly quoted: boolean
}

/** A run of backticks, or one of tildes that begins its line, on a line with a fence. */
export interface Run {
  readonly at: number
  readonly end: number
  readonly tilde: boolean
  readonly line: Line
  /** It begins the line's own text. */
  readonly first: boolean
  /** With a space or a quotation mark on both sides: the words may be about a fence. */
  readonly mentioned: boolean
  /** It begins a block of Markdown's, where none is open. */
  readonly begins: boolean
  /** It ends one that is open: there is nothing else on its line. */
  readonly ends: boolean
}

export function lengthOf({ at, end }: Run): number {
  return end - at
}

/** Whether a run is Slack's fence, which may also be Markdown's. */
export function isSlackFence(run: Run): boolean {
  return lengthOf(run) === SLACK && !run.tilde
}

/**
 * The runs of a text, in order, or a few more than `most` of them. Lines without a fence have none
 * that matter, and a fence that begins a quoted line is the quote's alone.
 */
export function runsOf(text: string, most: number): readonly Run[] {
  const runs: Run[] = []
  FENCE.lastIndex = 0
  while (runs.length <= most && FENCE.test(text)) {
    const start = text.lastIndexOf('\n', FENCE.lastIndex - 1) + 1
    const end = endOfLine(text, FENCE.lastIndex)
    addRunsOfLine(runs, text.slice(start, end), start, most)
    FENCE.lastIndex = end + 1
  }
  return runs
}

function addRunsOfLine(runs: Run[], words: string, start: number, most: number): void {
  const marks = marksOf(words)
  const indent = marks.length
  const line = { start, end: start + words.length, indent, quoted: marks.includes('>') }
  // In a block of its own a list goes on with white space, not with another mark.
  const mayEnd = marks.trim() === ''
  let from = words.startsWith('~~~', indent) ? indent : words.indexOf('`', indent)
  while (from !== -1 && runs.length <= most) {
    const to = endOfRun(words, from)
    const tilde = words.charAt(from) === '~'
    const first = from === indent
    const fence = first && to - from >= SLACK && to - from <= MAX_FENCE
    const begins = fence && (tilde || !words.includes('`', to))
    const ends = fence && mayEnd && words.slice(to).trim() === ''
    const mentioned = !first && AROUND.has(words.charAt(from - 1) + words.charAt(to))
    const [at, end] = [start + from, start + to]
    if (!fence || !line.quoted) runs.push({ at, end, tilde, line, first, mentioned, begins, ends })
    from = words.indexOf('`', to)
  }
}

function endOfRun(words: string, from: number): number {
  const char = words.charAt(from)
  let end = from
  while (words.charAt(end) === char) end += 1
  return end
}

function marksOf(words: string): string {
  if (!MAY_MATTER.test(words.charAt(0))) return ''
  CONTAINER.lastIndex = 0
  return CONTAINER.exec(words)?.[0] ?? ''
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
