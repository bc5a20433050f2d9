import { isSlackFence, type Run, Runs } from './fence-runs.js'

/** What Slack's own text has on the first line of a block as its language, and not as code. */
const LANGUAGE =
  /^(?:bash|c|conf|cpp|cs|csharp|css|csv|diff|docker|dockerfile|go|graphql|hcl|html|http|ini|java|javascript|js|json|jsx|kotlin|log|lua|make|makefile|markdown|md|objc|perl|php|plain|plaintext|powershell|proto|py|python|r|rb|ruby|rust|scala|sh|shell|sql|swift|terraform|text|toml|ts|tsx|txt|typescript|xml|yaml|yml|zsh)$/i

/** A single word, such as `json`, `c++` or `objective-c`; `{` and `Error:` are code. */
const WORD = /^[\w#+.-]{1,64}$/

/**
 * Which first lines of a block are an info string: any single word after a fence that begins its
 * line, or the name of a language only.
 */
export type InfoStrings = 'words' | 'languages'

export interface OnLines {
  readonly text: string
  /** Characters looked at: at most 16 per character of the text. */
  readonly steps: number
}

/**
 * Slack's blocks of code may begin and end inside a line, which in Markdown would hide the first
 * line and leave the block open: each fence gets a line of its own (contract, section 5). Text whose
 * fences are Markdown's already is left as it is, and so is a fence that nothing closes.
 */
export function fencesOnLines(text: string, infoStrings: InfoStrings = 'words'): OnLines {
  if (!text.includes('```')) return { text, steps: 0 }
  const writer = new FenceWriter(text, infoStrings)
  const written = writer.isMarkdown() ? text : writer.onLines()
  return { text: written, steps: writer.steps }
}

class FenceWriter {
  steps = 0
  readonly #text: string
  readonly #infoStrings: InfoStrings
  readonly #parts: string[] = []
  #copied = 0

  constructor(text: string, infoStrings: InfoStrings) {
    this.#text = text
    this.#infoStrings = infoStrings
  }

  /** Whether each block begins and ends as in Markdown, with nothing hidden in its info string. */
  isMarkdown(): boolean {
    const runs = new Runs(this.#text)
    const verdict = this.#isMarkdown(runs)
    this.steps += runs.steps
    return verdict
  }

  #isMarkdown(runs: Runs): boolean {
    let open: Run | null = null
    let fencesInside = false
    for (let run = runs.next(); run; run = runs.next()) {
      if (open) {
        if (runs.closes(run, open)) {
          open = null
          fencesInside = false
        } else fencesInside ||= isSlackFence(open) && isSlackFence(run)
      } else if (runs.begins(run)) {
        if (isSlackFence(run) && !this.#isInfo(run)) return false
        open = run
      } else if (!runs.skipSpan(run) && isSlackFence(run)) return false
    }
    return !fencesInside
  }

  /** The text with each fence of Slack's on a line of its own. */
  onLines(): string {
    const runs = new Runs(this.#text)
    for (let open = runs.next(); open; open = runs.next()) {
      if (isSlackFence(open)) {
        const close = runs.nextFence()
        if (!close) break
        if (!this.#isOnLines(open, close, runs)) this.#rewrite(open, close)
      } else if (runs.begins(open)) runs.skipBlock(open)
      else runs.skipSpan(open)
    }
    this.steps += runs.steps
    this.#parts.push(this.#text.slice(this.#copied))
    return this.#parts.join('')
  }

  #isOnLines(open: Run, close: Run, runs: Runs): boolean {
    // In one line it is inline code; a quote would end where its lines are taken apart.
    if (close.lineStart === open.lineStart || open.quoted) return true
    return open.first && this.#isInfo(open) && runs.closes(close, open)
  }

  #isInfo(open: Run): boolean {
    const line = this.#text.slice(open.end, open.lineEnd).trim()
    this.steps += open.lineEnd - open.end
    // Inside a line Markdown has no fence, so a word there is more likely code.
    const anyWord = this.#infoStrings === 'words' && open.first
    return line === '' || (anyWord ? WORD : LANGUAGE).test(line)
  }

  #rewrite(open: Run, close: Run): void {
    const text = this.#text
    const lineStart = Math.max(this.#copied, open.lineStart)
    const before = text.slice(lineStart, open.at).trimEnd()
    this.#parts.push(text.slice(this.#copied, lineStart), before, before === '' ? '' : '\n', '```')
    const firstLine = text.slice(open.end, open.lineEnd)
    if (firstLine.trim() !== '' && !this.#isInfo(open)) this.#parts.push('\n')
    const body = firstLine.trim() === '' ? open.lineEnd : open.end
    const lastLine = text.slice(close.lineStart, close.at)
    if (lastLine.trim() === '') this.#parts.push(text.slice(body, close.lineStart), '```')
    else this.#parts.push(text.slice(body, close.at), '\n```')
    this.steps += close.end - this.#copied
    this.#copied = close.end
    while (text.charAt(this.#copied) === ' ') this.#copied += 1
    const next = text.charAt(this.#copied)
    if (next !== '' && next !== '\n' && next !== '\r') this.#parts.push('\n')
  }
}
