import type { TextNode } from '../../lib/model/message.js'
import { type MarkupOptions, scanMarkup } from '../../lib/text/markup.js'

export const BOB = 'bob11111111111111111111111'
export const OPTIONS: MarkupOptions = { userIdPattern: /^[a-z0-9]{26}$/ }

/** What a text becomes before names are known: `{id}` or `{id|label}` stands for a user to look up. */
export function translated(text: string, options = OPTIONS): string {
  return scanMarkup(text, options).nodes.map(written).join('')
}

/** The nodes that are not plain text, each as `kind text`. */
export function found(text: string, options = OPTIONS): readonly string[] {
  return scanMarkup(text, options)
    .nodes.filter(({ kind }) => kind !== 'text')
    .map((node) => `${node.kind} ${written(node)}`)
}

function written(node: TextNode): string {
  if (node.kind !== 'user') return node.text
  return node.label === '' ? `{${node.id}}` : `{${node.id}|${node.label}}`
}
