import { Icon } from 'express-incoming-webhooks-ui/icon'
import { type ComponentChildren, h, isValidElement } from 'preact'
import { CodeBlock } from './code-block.jsx'
import { hostBeside, withoutDirection } from './links.js'
import { type Direction, directionOf, type Token, wordsOf } from './markdown.js'
import { InLink, Picture } from './picture.jsx'
import { type Readers, words } from './words.jsx'

interface LinkProps {
  readonly href: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A link that shows its real host if its label names another one. */
export function Link({ href, title = '', children }: LinkProps) {
  const host = hostBeside(href, textOf(children))
  const elsewhere = /^(?:https?|ftp):/i.test(href)
  return (
    <>
      <a
        href={href}
        rel="noopener noreferrer nofollow"
        title={title || undefined}
        target={elsewhere ? '_blank' : undefined}
      >
        <bdi>{clean(children)}</bdi>
      </a>
      {host !== '' && <span class="subtle"> ({host})</span>}
    </>
  )
}

function textOf(children: ComponentChildren): string {
  if (Array.isArray(children)) return children.map(textOf).join('')
  if (typeof children === 'string' || typeof children === 'number') return String(children)
  return isValidElement(children) ? textOf(children.props.children) : ''
}

function clean(children: ComponentChildren): ComponentChildren {
  if (Array.isArray(children)) return children.map(clean)
  return typeof children === 'string' ? withoutDirection(children) : children
}

/** The title of pictures that are as small as a letter. */
const ICON_TITLE = 'icon'

interface Open {
  readonly token: Token | null
  readonly children: ComponentChildren[]
  /** That of the first letter in it. */
  direction: Direction | null
}

/** Renders a message's tokens. */
export function treeOf(
  tokens: readonly Token[],
  readers: Readers,
  line: Token | null = null,
): ComponentChildren {
  const root: Open = { token: null, children: [], direction: null }
  const stack: Open[] = [root]
  const place = line && isSentence(line) ? 'sentence' : 'own'
  for (const token of tokens) {
    const parent = stack.at(-1) ?? root
    if (token.nesting === 1) stack.push({ token, children: [], direction: null })
    else if (token.nesting === 0) {
      if (token.type === 'inline') direct(stack, token.content)
      const inLink = parent.token?.type === 'link_open'
      const children =
        token.type === 'inline'
          ? treeOf(token.children ?? [], readers, token)
          : leaf(token, { readers, place, inLink })
      parent.children.push(children)
    } else if (stack.length > 1) {
      stack.pop()
      const above = stack.at(-1) ?? root
      if (parent.token) above.children.push(element(parent.token, parent))
    }
  }
  return root.children
}

function direct(stack: readonly Open[], content: string): void {
  if (stack.at(-1)?.direction !== null) return
  const direction = directionOf(content)
  for (const open of stack) open.direction ??= direction
}

/** Whether a line has more than pictures. */
function isSentence({ children }: Token): boolean {
  return (children ?? []).some(({ type, content }) => type !== 'image' && content.trim() !== '')
}

interface Place {
  readonly readers: Readers
  /** Where pictures are. */
  readonly place: 'sentence' | 'own'
  readonly inLink: boolean
}

function leaf(token: Token, { readers, place, inLink }: Place): ComponentChildren {
  switch (token.type) {
    case 'text':
      return words(token.content, readers, inLink)
    case 'code_inline':
      return <code>{token.content}</code>
    case 'softbreak':
    case 'hardbreak':
      return <br />
    case 'fence':
    case 'code_block':
      return <CodeBlock code={token.content.replace(/\n$/, '')} language={token.info.trim()} />
    case 'hr':
      return <hr class="md-rule" />
    case 'task':
      return <Task isDone={token.content !== ''} />
    case 'note':
      return [<Note number={token.content} />, ' ']
    case 'note_ref':
      return <Note number={token.content} />
    case 'image':
      return (
        <Picture
          address={attribute(token, 'src')}
          alt={wordsOf(token.children ?? [])}
          place={attribute(token, 'title') === ICON_TITLE ? 'icon' : place}
        />
      )
    default:
      return token.content
  }
}

function Task({ isDone }: { readonly isDone: boolean }) {
  return (
    <span
      class={isDone ? 'task__box task__box--done' : 'task__box'}
      role="img"
      aria-label={isDone ? 'Done:' : 'To do:'}
    >
      {isDone && <Icon name="check" size="small" />}
    </span>
  )
}

function Note({ number }: { readonly number: string }) {
  return (
    <sup class="note">
      <span class="vh">Note </span>
      {number}
    </sup>
  )
}

function element(token: Token, { children, direction }: Open): ComponentChildren {
  const look = attribute(token, 'class') || undefined
  // For blocks that hold others, as `auto` ignores those with a direction of their own.
  const dir = direction ?? undefined
  switch (token.type) {
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
    case 'strong_open':
    case 'em_open':
    case 's_open':
      return h(token.tag, null, children)
    case 'bullet_list_open':
    case 'ordered_list_open':
    case 'list_item_open':
    case 'blockquote_open':
      // Preact sets null as 0.
      return h(
        token.tag,
        { class: look, dir, start: token.attrGet('start') ?? undefined },
        children,
      )
    case 'paragraph_open':
    case 'note_open':
      return token.hidden ? children : h('p', { class: look, dir: 'auto' }, children)
    case 'heading_open':
      // The same level for all, so that a message cannot break the outline of the page.
      return isEmpty(children) ? null : (
        <h3 class={`md-${token.tag}`} dir="auto">
          {children}
        </h3>
      )
    case 'table_open':
      return (
        <div class="mdtable" tabIndex={0} role="group" aria-label="Table" dir={dir}>
          <table>{children}</table>
        </div>
      )
    case 'th_open':
    case 'td_open': {
      const scope = token.tag === 'th' ? 'col' : undefined
      return h(token.tag, { scope, class: side(token), dir: 'auto' }, children)
    }
    case 'link_open':
      return (
        <Link href={attribute(token, 'href')} title={attribute(token, 'title')}>
          <InLink value>{children}</InLink>
        </Link>
      )
    default:
      return children
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
