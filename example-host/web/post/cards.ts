import type { Attachment } from './attachment-shape.js'

/** An attachment, and those that go on from it. */
export interface Card {
  readonly first: Attachment
  readonly more: readonly Attachment[]
}

/** The attachments of a post as cards; `lead` goes on from the message. */
export function cardsOf(attachments: readonly Attachment[]): {
  readonly lead: readonly Attachment[]
  readonly cards: readonly Card[]
} {
  const lead: Attachment[] = []
  const cards: { first: Attachment; more: Attachment[] }[] = []
  for (const attachment of attachments) {
    const card = cards.at(-1)
    if (!attachment.continues) cards.push({ first: attachment, more: [] })
    else if (card && card.first.color === attachment.color) card.more.push(attachment)
    else if (card) cards.push({ first: attachment, more: [] })
    else lead.push(attachment)
  }
  return { lead, cards }
}
