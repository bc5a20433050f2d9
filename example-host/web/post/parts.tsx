import type { ComponentChildren, JSX } from 'preact'
import type { Post } from '../api/shapes.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { Picture } from '../text/picture.jsx'
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
          <WithThumb attachment={part}>
            {part.text !== '' && (
              <Fold class="att__text" height="post" isOpen={isTarget}>
                <MarkdownText text={part.text} />
              </Fold>
            )}
          </WithThumb>
          {part.actions.length > 0 && <Actions post={post} actions={part.actions} />}
        </Beside>
      ))}
    </>
  )
}

interface WithThumbProps {
  readonly attachment: Attachment
  readonly children: ComponentChildren
}

/** What is in an attachment, with its small picture at the right. */
export function WithThumb({ attachment, children }: WithThumbProps): JSX.Element {
  const { thumb, thumbAlt } = attachment
  if (thumb === '') return <>{children}</>
  return (
    <div class="att__body">
      <div class="att__rows">{children}</div>
      <Picture address={thumb} alt={thumbAlt} place="thumb" />
    </div>
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
