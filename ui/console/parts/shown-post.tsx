import { type ComponentChildren, type ComponentProps, h } from 'preact'
import { WebhookAvatar } from './looks.js'

/**
 * The elements of safe HTML, with their styles: the policy of the page allows these to scripts, but
 * not in HTML.
 */
export function Html({ html }: { readonly html: string }) {
  const quiet = html.replaceAll(' style="', ' data-style="')
  return <>{childrenOf(new DOMParser().parseFromString(quiet, 'text/html').body)}</>
}

function childrenOf({ childNodes }: Node): ComponentChildren {
  return Array.from(childNodes, (node) => {
    if (!(node instanceof Element)) return node.textContent
    const attributes = Array.from(node.attributes, ({ name, value }) => [
      name === 'data-style' ? 'style' : name,
      value,
    ])
    return h(node.localName, Object.fromEntries(attributes), childrenOf(node))
  })
}

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
