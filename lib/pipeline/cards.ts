import { readAdaptiveCard } from '../formats/chats/teams/adaptive-card.js'
import { cardText } from '../formats/chats/teams/card-text.js'
import { chatMessage } from '../formats/chats/chat.js'
import { unshownIn } from '../formats/drafts/unshown.js'
import { nodesOf, writeDraft, type Written } from '../formats/drafts/write-draft.js'
import { at, type Element, textAt } from '../formats/json-members.js'
import type { Message, Step } from '../model/message.js'
import { BARE } from '../native/message/attachments.js'
import { joined, Sheet } from '../native/message/blocks/sheet.js'
import { showCall } from '../native/message/mattermost/controls.js'
import { type CardReader, listMentioned } from '../native/message/translate.js'
import type { Mention } from '../native/message/translator.js'
import type { Draft } from '../formats/drafts/draft.js'
import type { Reading } from '../native/payload/reading.js'

/** Actions that call somebody. */
const CALLS = new Set(['Action.Submit', 'Action.Execute'])

/** An Adaptive Card in the `props` of a message, whose actions are entries of `mm_blocks_actions`. */
export const readCard: CardReader = ({ value, path: place }, options) => {
  const { ids, translator } = options
  const { reading, mentions } = translator
  const buttons = new Sheet(options)
  const content = at(value, 'content')
  const card = content ?? value
  const path = content === undefined ? place : `${place}.content`
  const press = (action: Element) => {
    if (!CALLS.has(textAt(action.value, 'type'))) return false
    const name = textAt(action.value, 'title').trim() || 'Send'
    showCall(name, { id: textAt(action.value, 'id'), path: `${path}.${action.path}` }, buttons)
    return true
  }
  const read = readAdaptiveCard({ value: card, path: '' }, { press })
  const pressed = buttons.groups.flatMap(({ actions }) => actions)
  if (read === null && pressed.length === 0) {
    reading.add(path, 'a card that shows nothing')
    return []
  }
  const { draft } = chatMessage(read ?? {}, card, cardText)
  const written = writeDraft(draft, 'all')
  for (const mention of mentionsOf(written)) mentions.push(mention)
  const [first = BARE, ...others] = written.attachments
  const all = [{ ...first, text: joined([written.text, first.text], '\n\n') }, ...others]
  const attachments = all.map((each, index) => ({
    ...each,
    path,
    actions: [
      ...each.actions.map(({ stored }) => ({ path, stored: { ...stored, id: ids.take('') } })),
      ...(index === all.length - 1 ? pressed : []),
    ],
  }))
  const unshown = unshownIn(draft, { text: [], attachments })
  for (const loss of [...(draft.losses ?? []), ...unshown]) {
    reading.add(`${path}.${loss.path}`, loss.reason)
  }
  return attachments
}

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
function mentionsOf(written: Written): readonly Mention[] {
  return nodesOf(written).filter((node) => node.kind === 'user' || node.kind === 'name')
}
