import { mrkdwn, seenHtml } from '../drafts/dialects.js'
import {
  at,
  claimed,
  countAt,
  type Draft,
  firstText,
  type Format,
  hasObjects,
  listAt,
  prose,
  refused,
  textAt,
  valueOf,
} from '../kit.js'
import { chatMessage, CHOOSE_SLACK } from './chat.js'
import { GoogleCards } from './googlechat-card.js'

/** Messages for a space of Google Chat: text, cards, and cards of the second version. */
export const googlechat: Format = {
  name: 'googlechat',
  title: 'Google Chat',
  isMarked: (body) => Array.isArray(body['cardsV2']),
  looksLike: (body) => ['cards', 'cardsV2'].some((name) => Array.isArray(at(body, name))),
  advice: CHOOSE_SLACK,
  detect: claimed(hasCards),
  read: ({ body }) => {
    const sent = valueOf(body)
    const draft = draftOf(sent)
    return draft
      ? chatMessage(draft, sent, seenHtml)
      : refused('text', 'is missing, as are cardsV2')
  },
  answer: ({ request, posts: [post] }) => {
    const space = `spaces/${post?.channelId ?? ''}`
    const value = valueOf(request.body)
    return {
      status: 200,
      body: {
        name: `${space}/messages/${post?.id ?? ''}`,
        text: textAt(value, 'text'),
        thread: { name: `${space}/threads/${post?.id ?? ''}` },
        space: { name: space },
        createTime: new Date(post?.createAt ?? 0).toISOString(),
      },
    }
  },
}

function hasCards(body: unknown): boolean {
  if (countAt(body, 'cardsV2') > 0) return true
  return listAt(body, 'cards').some(
    (card) => hasObjects(card, 'header') || countAt(card, 'sections') > 0,
  )
}

function draftOf(value: unknown): Draft | null {
  const text = textAt(value, 'text')
  const reader = new GoogleCards()
  for (const [index, entry] of listAt(value, 'cardsV2').entries()) {
    reader.card({ value: at(entry, 'card'), path: `cardsV2[${index}].card` })
  }
  for (const [index, card] of listAt(value, 'cards').entries()) {
    reader.card({ value: card, path: `cards[${index}]` })
  }
  reader.widgets({ value, path: '' }, 'accessoryWidgets')
  const { done: cards, losses } = reader.cards
  const spare = firstText(value, 'fallbackText', 'previewText')
  if (text.trim() === '' && cards.length === 0) {
    return spare === '' ? null : { text: prose(spare, Infinity), losses }
  }
  return { text: mrkdwn(text), cards, losses }
}
