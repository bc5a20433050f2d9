import type { MessageAttachment, RichText, TextNode } from '../../model/message.js'
import type { Mentions } from '../../model/webhook-fields.js'

/** Whether a node may notify whom it names. */
function isAllowed({ kind }: TextNode, allowed: Mentions): boolean {
  return kind === 'channelWide' ? allowed === 'all' : allowed !== 'none'
}

/** A text in which mentions that are not allowed are text like any other. */
export function onlyAllowed(nodes: RichText, allowed: Mentions): RichText {
  return nodes.map((node) => {
    if (node.kind === 'text' || node.kind === 'code' || node.kind === 'link') return node
    if (isAllowed(node, allowed)) return node
    const label = node.kind === 'user' ? node.label : ''
    return { kind: 'text', text: label.trim() === '' ? node.text : label }
  })
}

export function onlyAllowedIn(attachment: MessageAttachment, allowed: Mentions): MessageAttachment {
  const only = (nodes: RichText): RichText => onlyAllowed(nodes, allowed)
  const { pretext, title, text, footer, fields } = attachment
  return {
    ...attachment,
    pretext: only(pretext),
    title: only(title),
    text: only(text),
    footer: only(footer),
    fields: fields.map((field) => ({ ...field, value: only(field.value) })),
  }
}
