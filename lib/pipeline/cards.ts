import { readAdaptiveCard } from '../formats/chats/teams/adaptive-card.js'
import { chatMessage } from '../formats/chats/chat.js'
import { unshownIn } from '../formats/drafts/unshown.js'
import { writeDraft } from '../formats/drafts/write-draft.js'
import { Elements } from '../formats/elements.js'
import { at, textAt } from '../formats/json-members.js'
import type { MessageAttachment } from '../model/message.js'
import { joined, Sheet } from '../native/message/blocks/sheet.js'
import { showCall } from '../native/message/mattermost/controls.js'
import type { CardReader } from '../native/message/translate.js'
import { mentionsOf } from './draft-message.js'

/** Actions that call somebody. */
const CALLS = new Set(['Action.Submit', 'Action.Execute'])
const BARE: Omit<MessageAttachment, 'path'> = {
  plain: {},
  pretext: [],
  title: [],
  text: [],
  footer: [],
  fields: [],
  actions: [],
}

/** An Adaptive Card in the `props` of a message, whose actions are entries of `mm_blocks_actions`. */
export const readCard: CardReader = ({ value, path }, options) => {
  const { ids, translator } = options
  const { reading, mentions } = translator
  const buttons = new Sheet(options)
  const press = (action: unknown): boolean => {
    if (!CALLS.has(textAt(action, 'type'))) return false
    const name = textAt(action, 'title').trim() || 'Send'
    showCall(name, { id: textAt(action, 'id'), path }, buttons)
    return true
  }
  const card = at(value, 'content') ?? value
  const read = readAdaptiveCard(card, new Elements(), press)
  const pressed = buttons.groups.flatMap(({ actions }) => actions)
  if (read === null && pressed.length === 0) {
    reading.add(path, 'a card that shows nothing')
    return []
  }
  const { draft } = chatMessage(read ?? {}, card)
  const written = writeDraft(draft, 'all')
  for (const mention of mentionsOf(written)) mentions.push(mention)
  // A card becomes one attachment.
  const [first = BARE] = written.attachments
  const links = first.actions.map((link) => ({
    path,
    stored: { ...link.stored, id: ids.take('') },
  }))
  const text = joined([written.text, first.text], '\n\n')
  const attachment = { ...first, path, text, actions: [...links, ...pressed] }
  const unshown = unshownIn(draft, { text: [], attachments: [attachment] })
  for (const loss of [...(draft.losses ?? []), ...unshown]) {
    reading.add(`${path}.${loss.path}`, loss.reason)
  }
  return [attachment]
}
