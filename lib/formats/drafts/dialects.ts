import { withoutEntities } from '../../text/entities.js'
import { scanMarkup } from '../../text/markup.js'
import { mrkdwnToMarkdown } from '../../text/mrkdwn.js'
import { bold, italic, link, markdown, type Piece, strike, type Text } from './pieces.js'

const NOBODY = /(?!)/

/** Slack's dialect, which Google Chat uses too: `*bold*`, `~struck~`, `<url|label>`. */
export function mrkdwn(text: string): Piece {
  const { nodes } = scanMarkup(text, { userIdPattern: NOBODY, names: false })
  return markdown(
    mrkdwnToMarkdown(nodes)
      .map((node) => node.text)
      .join(''),
  )
}

const TAG = /<(\/?)(b|strong|i|em|u|s|del|strike|font|br|a|p|li|ul|ol)(?=[\s/>])([^<>]{0,2100})>/gi
const HREF = /\bhref\s*=\s*["']?([^"'\s>]{1,2048})/i

const STYLES: Readonly<Partial<Record<string, (...text: readonly Text[]) => Text>>> = {
  b: bold,
  strong: bold,
  i: italic,
  em: italic,
  s: strike,
  del: strike,
  strike,
}

interface Open {
  readonly tag: string
  readonly href: string
  readonly text: Text[]
}

/** Tags in tags that count. Pieces are written by functions that call themselves. */
const MAX_OPEN = 20

/** The few tags that cards may have. Everything else between `<` and `>` is text. */
export function htmlText(html: string): Text {
  const root: Open = { tag: '', href: '', text: [] }
  const stack: Open[] = [root]
  const top = (): Open => stack.at(-1) ?? root
  let end = 0
  for (const match of html.matchAll(TAG)) {
    const [whole, closing, name = '', rest = ''] = match
    const before = withoutEntities(html.slice(end, match.index))
    if (before !== '') top().text.push(before)
    end = match.index + whole.length
    const tag = name.toLowerCase()
    if (tag === 'br' || tag === 'p') top().text.push('\n')
    else if (tag === 'li') top().text.push(closing ? '' : '\n• ')
    else if (!closing) {
      const href = HREF.exec(rest)?.[1] ?? ''
      if (stack.length <= MAX_OPEN) stack.push({ tag, href, text: [] })
    } else if (stack.length > 1 && top().tag === tag) close(stack, root)
  }
  top().text.push(withoutEntities(html.slice(end)))
  while (stack.length > 1) close(stack, root)
  return root.text
}

function close(stack: Open[], root: Open): void {
  const open = stack.pop() ?? root
  const { tag, href, text } = open
  const into = (stack.at(-1) ?? root).text
  if (tag === 'a') into.push(link(withoutEntities(href), charactersOf(text)))
  else into.push(STYLES[tag]?.(text) ?? text)
}

/** What readers see of HTML. */
export function seenHtml(html: string): string {
  return charactersOf(htmlText(html))
}

function charactersOf(text: Text): string {
  if (typeof text === 'string') return text
  if (!('kind' in text)) return text.map(charactersOf).join('')
  if (text.kind === 'styled') return charactersOf(text.text)
  return text.kind === 'link' ? text.label : ''
}
