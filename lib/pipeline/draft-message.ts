import type { Draft } from '../formats/drafts/draft.js'
import type { Written } from '../formats/drafts/write-draft.js'
import type { Reading } from '../formats/reading.js'
import type { Message, Step } from '../model/message.js'

/** A message of another program: it goes to the webhook's channel and mentions nobody. */
export function messageOf(draft: Draft, written: Written, warnings: Reading): Step<Message> {
  const { username = '', iconUrl = '', iconEmoji = '', silent = false, priority } = draft
  for (const { path, reason } of draft.losses ?? []) warnings.add(path, reason)
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
    mentioned: { userIds: [], usernames: [] },
  })
}
