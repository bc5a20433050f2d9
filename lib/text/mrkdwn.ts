import { isSpace, isWord } from './characters.js'
import type { RichText } from '../model/message.js'
import { endOfRun, endWithout } from './ends.js'
import { DOUBLED, ESCAPED, written } from './written-marks.js'

/** What may be a mark, end a style or begin an address or an escape. */
const SPECIAL = /[*~\n:\\]/g

interface Mark {
  readonly node: number
  readonly at: number
  readonly char: string
  readonly opens: boolean
  readonly closes: boolean
  paired: boolean
}

/** Slack's `*bold*` and `~struck~` as Markdown's, also in labels of links; what is doubled and code stay. */
export function mrkdwnToMarkdown(nodes: RichText): RichText {
  const scanner = new Scanner(nodes)
  scanner.run()
  return applied(nodes, scanner.changes).map((node) =>
    node.kind === 'link' ? { kind: 'link', text: withStyledLabel(node.text) } : node,
  )
}

const LABEL_END = ']('

function withStyledLabel(link: string) {
  const end = link.lastIndexOf(LABEL_END)
  if (!link.startsWith('[') || end === -1) return link
  const label = mrkdwnToMarkdown([{ kind: 'text', text: link.slice(1, end) }])
  return `[${label.map(({ text }) => text).join('')}${link.slice(end)}`
}

class Scanner {
  /** The changes to characters, by node. */
  readonly changes: (Uint8Array | undefined)[] = []
  readonly #nodes: RichText
  readonly #open = new Map<string, Mark>()
  /** Single marks of the paragraph without a partner. */
  #left: Mark[] = []

  constructor(nodes: RichText) {
    this.#nodes = nodes
  }

  run(): void {
    this.#nodes.forEach((node, index) => {
      if (node.kind === 'text') this.#scan(node.text, index)
    })
    this.#endParagraph()
  }

  #scan(text: string, node: number) {
    SPECIAL.lastIndex = 0
    while (SPECIAL.test(text)) {
      const at = SPECIAL.lastIndex - 1
      SPECIAL.lastIndex = this.#special(text, at, node)
    }
  }

  /** Behind what begins here. */
  #special(text: string, at: number, node: number) {
    switch (text.charAt(at)) {
      case '\n':
        this.#open.clear()
        if (text.charAt(at + 1) === '\n') this.#endParagraph()
        return at + 1
      case ':':
        return text.startsWith('//', at + 1) ? addressEndFrom(text, at) : at + 1
      case '\\':
        return at + 2
      default:
        return this.#run(text, at, node)
    }
  }

  #run(text: string, at: number, node: number) {
    const char = text.charAt(at)
    const end = endOfRun(text, at)
    if (end - at > 1) return end
    const before = at > 0 ? text.charAt(at - 1) : this.#edge(node - 1, -1)
    const after = end < text.length ? text.charAt(end) : this.#edge(node + 1, 0)
    const touchesBefore = before !== '' && !isSpace(before)
    const touchesAfter = after !== '' && !isSpace(after)
    const closes = touchesBefore && !isWord(after)
    const opens = touchesAfter && !isWord(before)
    const mark: Mark = { node, at, char, opens: touchesAfter, closes: touchesBefore, paired: false }
    const opener = this.#open.get(char)
    if (closes && opener) {
      opener.paired = true
      this.#change(opener, DOUBLED)
      this.#change(mark, DOUBLED)
      this.#open.delete(char)
    } else {
      if (opens) this.#open.set(char, mark)
      this.#left.push(mark)
    }
    return end
  }

  #change({ node, at }: Mark, change: number) {
    const marks = (this.changes[node] ??= new Uint8Array(this.#nodes[node]?.text.length ?? 0))
    marks[at] = change
  }

  // Links and code count as punctuation next to a mark.
  #edge(node: number, side: 0 | -1) {
    const neighbour = this.#nodes[node]
    if (!neighbour) return ''
    return neighbour.kind === 'text' ? (neighbour.text.at(side) ?? '') : '.'
  }

  // Slack shows these marks unchanged, but Markdown would read two that can pair as emphasis.
  #endParagraph() {
    if (this.#left.length === 0) return
    for (const char of ['*', '~']) {
      const left = this.#left.filter((mark) => mark.char === char && !mark.paired)
      const last = left.findLastIndex((mark) => mark.closes)
      let opened = false
      for (const mark of left.slice(0, last + 1)) {
        opened ||= mark.opens && mark !== left[last]
        if (opened && (mark.opens || mark.closes)) this.#change(mark, ESCAPED)
      }
    }
    this.#left = []
  }
}

function addressEndFrom(text: string, start: number) {
  let end = start
  while (end < text.length && !isSpace(text.charAt(end))) end += 1
  return endWithout(text, end, '*~_.,:;!?)')
}

function applied(nodes: RichText, changes: readonly (Uint8Array | undefined)[]): RichText {
  if (changes.length === 0) return nodes
  return nodes.map((node, index) => {
    const marks = changes[index]
    return marks ? { kind: 'text', text: written(node.text, marks, 0, node.text.length) } : node
  })
}

/** Escapes URLs so that they are not linked automatically. */
export function withoutAutolinks(text: string): string {
  return text.replace(/\b(https?|ftp|mailto)(?=:)/gi, '$1\\').replace(/\bwww(?=\.)/gi, 'www\\')
}
