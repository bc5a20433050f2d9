import {
  claimed,
  type Draft,
  type Element,
  Elements,
  type Format,
  markdown,
  partAt,
  partsAt,
  refused,
  textAt,
  valueOf,
} from '../../kit.js'
import { seenHtml } from '../../drafts/dialects.js'
import { chatMessage } from '../chat.js'
import { readAdaptiveCard } from './adaptive-card.js'
import { cardText, wordsAt } from './card-text.js'
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
    const cards = cardsIn(sent)
    if (cards.length > 0) return chatMessage(draftOf(sent, cards), sent, cardText)
    const isCard = isMessageCard(sent) || looksLikeMessageCard(sent)
    const draft = isCard ? readMessageCard(sent) : null
    if (draft) return chatMessage(draft, sent, seenHtml)
    return refused('attachments', 'hold no card, and there are no sections')
  },
  answer: () => ({ status: 200, body: '1' }),
}

/** `@type`, or `type` as Alertmanager writes it. */
function isMessageCard(body: unknown): boolean {
  return textAt(body, '@type') === 'MessageCard' || textAt(body, 'type') === 'MessageCard'
}

/** The Adaptive Cards of a message, or the body if it is one. */
function cardsIn(body: unknown): readonly Element[] {
  const all = { value: body, path: '' }
  if (textAt(body, 'type') === 'AdaptiveCard') return [all]
  return partsAt(all, 'attachments')
    .filter(({ value }) => textAt(value, 'contentType').startsWith(ANY_CARD))
    .map((attachment) => partAt(attachment, 'content'))
}

function draftOf(body: unknown, cards: readonly Element[]): Draft {
  const elements = new Elements()
  const drafts = cards
    .map((card) => readAdaptiveCard(card, { elements }))
    .filter((draft) => draft !== null)
  const [first, ...others] = drafts
  const text = wordsAt(body, 'text')
  // A card that shows nothing is no mistake of its sender.
  if (!first) return { text: text || textAt(body, 'summary') || 'An empty card' }
  const more = others.flatMap((other) => [
    ...[other.title ?? '', other.text ?? ''].map((line) => ({ text: line })),
    ...(other.cards ?? []),
  ])
  return {
    title: first.title ?? '',
    text: [markdown(text), first.text ?? ''],
    cards: [...(first.cards ?? []), ...more],
    losses: drafts.flatMap((draft) => draft.losses ?? []),
  }
}
