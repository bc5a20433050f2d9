import { Time } from 'express-incoming-webhooks-ui/time'
import { listOf, memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { AttachmentView } from './attachment.jsx'
import { customBody } from './custom-types.js'
import { Some } from './some.jsx'

const MAX_ATTACHMENTS = 20

/** The Markdown for the pane beside the messages, or ''. */
export function cardOf({ props }: Pick<Post, 'props'>): string {
  return textOf(props, 'card')
}

export function Body({ post }: { readonly post: Post }): JSX.Element {
  const Custom = customBody(post.type, post.props)
  const attachments = listOf(memberOf(post.props, 'attachments'))
  const part = partOf(post)
  const message = post.message === '' ? null : <MarkdownText text={post.message} />
  return (
    <>
      {part && part.index > 1 && (
        <p class="part">
          <span>
            {part.count > 1 ? `continued, part ${part.index} of ${part.count}` : 'continued'}
          </span>
        </p>
      )}
      {Custom && <Custom props={post.props} />}
      {!Custom &&
        message &&
        (part ? <Clipped>{message}</Clipped> : <div class="md">{message}</div>)}
      {post.editAt > 0 && (
        <p class="edited">
          <Time at={post.editAt} text="(edited)" />
        </p>
      )}
      <Some items={attachments} limit={MAX_ATTACHMENTS} what="attachments">
        {(shown) =>
          shown.map((value, index) => <AttachmentView key={index} post={post} value={value} />)
        }
      </Some>
    </>
  )
}

interface Part {
  /** From 1. */
  readonly index: number
  readonly count: number
}

function partOf({ props }: Post): Part | null {
  const part = memberOf(props, 'webhook_part')
  const count = numberOf(part, 'count')
  return count > 1 ? { index: numberOf(part, 'index') + 1, count } : null
}

/** A part of at most 20 lines, until the rest is asked for. */
function Clipped({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    setLong(scrollHeight > clientHeight + 1)
  }, [children])
  return (
    <>
      <div
        class={`md ${open ? '' : 'clip'} ${long && !open ? 'clip--long' : ''}`}
        ref={box}
        onFocusIn={() => {
          // Hidden content must not get the focus.
          if (long) setOpen(true)
        }}
      >
        {children}
      </div>
      {long && (
        <button
          type="button"
          class="btn btn--link btn--small mt-2"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open)
          }}
        >
          {open ? 'Show less of this part' : 'Show all of this part'}
        </button>
      )}
    </>
  )
}
