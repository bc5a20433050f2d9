import type { Draft } from '../formats/drafts/draft.js'
import { unshownIn } from '../formats/drafts/unshown.js'
import { nodesOf, type Written } from '../formats/drafts/write-draft.js'
import type { Reading } from '../native/payload/reading.js'
import type { Mention } from '../native/message/translator.js'
import type { Message, Step, TextNode } from '../model/message.js'
import { listMentioned } from '../native/message/translate.js'

/** A message of another program: it goes to the webhook's channel. */
export function messageOf(draft: Draft, written: Written, warnings: Reading): Step<Message> {
  const { username = '', iconUrl = '', iconEmoji = '', silent = false, priority } = draft
  for (const { path, reason } of [...(draft.losses ?? []), ...unshownIn(draft, written)]) {
    warnings.add(path, reason)
  }
  return warnings.step({
    text: written.text,
    attachments: written.attachments,
    destination: { kind: 'webhookChannel' },
    overrides: { username, iconUrl, iconEmoji },
    type: '',
    rootId: '',
    silent,
    props: {},
    priority: priority ? { priority, requested_ack: false, persistent_notifications: false } : null,
    mentioned: listMentioned(mentionsOf(written), warnings),
  })
}

/** Whom a draft mentions. */
export function mentionsOf(written: Written): readonly Mention[] {
  return nodesOf(written).filter(isMention)
}

function isMention(node: TextNode): node is Mention {
  return node.kind === 'user' || node.kind === 'name'
}
