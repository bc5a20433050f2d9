import type { ComponentChildren, ComponentProps } from 'preact'
import { WebhookAvatar } from './webhook.js'

interface ShownPostProps extends Pick<ComponentProps<typeof WebhookAvatar>, 'webhook'> {
  /** Of its author; `''` if nobody gave one. */
  readonly name: string
  readonly children: ComponentChildren
}

/** A message of a webhook as a chat shows it. */
export function ShownPost({ webhook, name, children }: ShownPostProps) {
  return (
    <article class="post" aria-label="Message preview">
      <WebhookAvatar webhook={webhook} />
      <div>
        <div class="post__head">
          <span class="post__author">{name || 'webhook'}</span>
          <span class="bot">Bot</span>
          <span class="post__time">now</span>
        </div>
        <div class="md">{children}</div>
      </div>
    </article>
  )
}
