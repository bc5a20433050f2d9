import {
  at,
  claimed,
  type Draft,
  Elements,
  firstText,
  type Format,
  listAt,
  refused,
  textAt,
  valueOf,
} from '../../kit.js'
import { chatMessage } from '../chat.js'
import { readAdaptiveCard } from './adaptive-card.js'
import { looksLikeMessageCard, readMessageCard } from './message-card.js'

const ANY_CARD = 'application/vnd.microsoft.card.'

/** Messages for a channel of Microsoft Teams: both kinds of cards. */
export const teams: Format = {
  name: 'teams',
  title: 'Microsoft Teams',
  aliases: ['msteams'],
  isMarked: isMessageCard,
  detect: claimed((body) => isMessageCard(body) || cardsIn(body).length > 0),
  read: ({ body }) => {
    const sent = valueOf(body)
    const draft = draftOf(sent)
    if (draft) return chatMessage(draft, sent)
    return refused('attachments', 'hold no card, and there are no sections')
  },
  answer: () => ({ status: 200, body: '1' }),
}

/** `@type`, or `type` as Alertmanager writes it. */
function isMessageCard(body: unknown): boolean {
  return textAt(body, '@type') === 'MessageCard' || textAt(body, 'type') === 'MessageCard'
}

/** The Adaptive Cards of a message, or the body if it is one. */
function cardsIn(body: unknown): readonly unknown[] {
  if (textAt(body, 'type') === 'AdaptiveCard') return [body]
  return listAt(body, 'attachments')
    .filter((each) => textAt(each, 'contentType').startsWith(ANY_CARD))
    .map((each) => at(each, 'content'))
}

function draftOf(body: unknown): Draft | null {
  const cards = cardsIn(body)
  if (cards.length === 0) {
    const isCard = isMessageCard(body) || looksLikeMessageCard(body)
    return isCard ? readMessageCard(body) : null
  }
  const elements = new Elements()
  const drafts = cards
    .map((card) => readAdaptiveCard(card, elements))
    .filter((draft) => draft !== null)
  const [first, ...others] = drafts
  if (!first) return { text: emptyCard(body) }
  const more = others.flatMap(({ title = '', cards: own = [] }) => [
    ...(title === '' ? [] : [{ text: title }]),
    ...own,
  ])
  const losses = drafts.flatMap((draft) => draft.losses ?? [])
  return { ...first, cards: [...(first.cards ?? []), ...more], losses }
}

/** A card that shows nothing is no mistake of its sender. */
function emptyCard(body: unknown): string {
  return firstText(body, 'summary', 'text') || 'An empty card'
}
