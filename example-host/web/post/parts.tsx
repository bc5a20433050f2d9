import type { ComponentChildren, JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Actions } from './actions.jsx'
import type { Attachment } from './attachment-shape.js'
import { Fold } from './fold.jsx'

interface PartsProps {
  readonly post: Post
  readonly parts: readonly Attachment[]
  readonly isTarget: boolean
}

/** What goes on in the card of a message or an attachment. */
export function Parts({ post, parts, isTarget }: PartsProps): JSX.Element {
  return (
    <>
      {parts.map((part, index) => (
        <Beside key={index} isBeside={part.accessory}>
          {part.text !== '' && (
            <Fold class="att__text" height="post" isOpen={isTarget}>
              <MarkdownText text={part.text} />
            </Fold>
          )}
          {part.actions.length > 0 && <Actions post={post} actions={part.actions} />}
        </Beside>
      ))}
    </>
  )
}

interface BesideProps {
  /** Whether the buttons stand beside the text. */
  readonly isBeside: boolean
  readonly children: ComponentChildren
}

export function Beside({ isBeside, children }: BesideProps): JSX.Element {
  return <div class={isBeside ? 'att__part att__part--beside' : 'att__part'}>{children}</div>
}
