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
  partAt,
  prose,
  refused,
  textAt,
  valueOf,
} from '../kit.js'
import { Cards, firstParts } from './cards.js'
import { chatMessage, CHOOSE_SLACK } from './chat.js'
import { showCard, showWidgets } from './googlechat-card.js'

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
  const cards = new Cards()
  const message = { value, path: '' }
  for (const entry of firstParts(message, 'cardsV2')) showCard(partAt(entry, 'card'), cards)
  for (const card of firstParts(message, 'cards')) showCard(card, cards)
  showWidgets(message, cards, 'accessoryWidgets')
  const { done, losses } = cards
  const spare = firstText(value, 'fallbackText', 'previewText')
  if (text.trim() === '' && done.length === 0) {
    return spare === '' ? null : { text: prose(spare, Infinity), losses }
  }
  return { text: mrkdwn(text), cards: done, losses }
}
