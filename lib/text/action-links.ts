import { outsideCode } from './code-spans.js'

const OPENING = '](mmaction://'
/** What follows: an id, perhaps a query. Brackets end it, so that no text is read twice. */
const TARGET = /([\w-]{0,64})(?:\?([^\s()[\]]*))?\)/y

/** A link in Markdown that stands for a button: `[label](mmaction://id?key=value)`. */
export interface ActionLink {
  /** Markdown. */
  readonly label: string
  readonly id: string
  readonly query: readonly (readonly [name: string, value: string])[]
}

/** The text with only the labels of such links, outside code. Tells of each link, in order. */
export function withoutActionLinks(markdown: string, tell: (link: ActionLink) => void): string {
  if (!markdown.includes(OPENING)) return markdown
  return outsideCode(markdown, (part) => labelsOf(part, tell))
}

function labelsOf(text: string, tell: (link: ActionLink) => void) {
  const parts: string[] = []
  let from = 0
  let searched = 0
  for (let at = text.indexOf(OPENING); at !== -1; at = text.indexOf(OPENING, at + 1)) {
    const start = startOfLabel(text, searched, at)
    searched = at + OPENING.length
    TARGET.lastIndex = searched
    const match = TARGET.exec(text)
    if (start === -1 || match === null) continue
    const [, id = '', query = ''] = match
    const label = text.slice(start + 1, at)
    tell({ label, id, query: [...new URLSearchParams(query)] })
    parts.push(text.slice(from, start), label)
    from = TARGET.lastIndex
    searched = from
  }
  return parts.join('') + text.slice(from)
}

/** The bracket before a label that ends at `end`; -1 if there is none. */
function startOfLabel(text: string, from: number, end: number) {
  let open = 0
  for (let at = end - 1; at >= from; at -= 1) {
    const c = text.charAt(at)
    if ((c !== '[' && c !== ']') || text.charAt(at - 1) === '\\') continue
    if (c === ']') open += 1
    else if (open === 0) return at
    else open -= 1
  }
  return -1
}
