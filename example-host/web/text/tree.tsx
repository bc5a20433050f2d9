import { type ComponentChildren, h } from 'preact'
import type { Token } from './markdown.js'
import { CodeBlock } from './code-block.jsx'
import { Link } from './link.jsx'
import { Picture } from './picture.jsx'
import { type Readers, words } from './words.jsx'

/** The maximum number of elements per message. A message with more is shown as plain text. */
const MAX_PIECES = 4_000

interface Open {
  readonly token: Token | null
  readonly children: ComponentChildren[]
}

/** Renders a message's tokens. Throws for a message with too many elements. */
export function treeOf(tokens: readonly Token[], readers: Readers): ComponentChildren {
  return build(tokens, readers, { left: MAX_PIECES })
}

function build(
  tokens: readonly Token[],
  readers: Readers,
  budget: { left: number },
): ComponentChildren {
  const root: Open = { token: null, children: [] }
  const stack: Open[] = [root]
  for (const token of tokens) {
    if (--budget.left < 0) throw new RangeError('too many pieces')
    const parent = stack.at(-1) ?? root
    if (token.nesting === 1) stack.push({ token, children: [] })
    else if (token.nesting === 0) {
      const children =
        token.type === 'inline'
          ? build(token.children ?? [], readers, budget)
          : leaf(token, readers)
      if (Array.isArray(children)) budget.left -= children.length
      parent.children.push(children)
    } else if (stack.length > 1) {
      stack.pop()
      const above = stack.at(-1) ?? root
      if (parent.token) above.children.push(element(parent.token, parent.children))
    }
  }
  return root.children
}

function leaf(token: Token, readers: Readers): ComponentChildren {
  switch (token.type) {
    case 'text':
      return words(token.content, readers)
    case 'code_inline':
      return <code>{token.content}</code>
    case 'softbreak':
    case 'hardbreak':
      return <br />
    case 'fence':
    case 'code_block':
      return <CodeBlock code={token.content.replace(/\n$/, '')} />
    case 'hr':
      return <hr class="md-rule" />
    case 'image':
      return <Picture address={attribute(token, 'src')} alt={token.content} box="message" />
    default:
      return token.content
  }
}

const PLAIN: Readonly<Record<string, string>> = {
  bullet_list_open: 'ul',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
}

function element(token: Token, children: ComponentChildren[]): ComponentChildren {
  switch (token.type) {
    case 'paragraph_open':
      return token.hidden ? children : <p>{children}</p>
    case 'heading_open':
      // The same level for all, so that a message cannot break the outline of the page.
      return isEmpty(children) ? null : <h3 class={`md-${token.tag}`}>{children}</h3>
    case 'ordered_list_open':
      return <ol start={Number(attribute(token, 'start') || 1)}>{children}</ol>
    case 'table_open':
      return (
        <div class="mdtable" tabIndex={0} role="group" aria-label="Table">
          <table>{children}</table>
        </div>
      )
    case 'th_open':
      return (
        <th scope="col" class={side(token)}>
          {children}
        </th>
      )
    case 'td_open':
      return <td class={side(token)}>{children}</td>
    case 'link_open':
      return (
        <Link href={attribute(token, 'href')} title={attribute(token, 'title')}>
          {children}
        </Link>
      )
    default: {
      const tag = PLAIN[token.type]
      return tag === undefined ? children : h(tag, null, children)
    }
  }
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

function side(token: Token): string {
  const style = attribute(token, 'style')
  if (style.endsWith('right')) return 'r'
  return style.endsWith('center') ? 'c' : ''
}

function isEmpty(children: ComponentChildren): boolean {
  return Array.isArray(children) ? children.every(isEmpty) : children === '' || children === null
}
