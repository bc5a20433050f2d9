import { type ComponentChildren, h } from 'preact'

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
