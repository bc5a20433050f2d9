import { type Draft, type Element, textAt } from '../../kit.js'
import { showCard } from './card-elements.js'
import { CardSheet, type SheetOptions } from './card-sheet.js'
import { wordsAt } from './card-text.js'

/** An Adaptive Card; null if it shows nothing. Losses have paths below the card's. */
export function readAdaptiveCard(card: Element, options: SheetOptions = {}): Draft | null {
  const sheet = new CardSheet(card.value, options)
  showCard(card, sheet)
  const draft = sheet.draft()
  if (draft) return draft
  const spare = wordsAt(card.value, 'fallbackText') || spoken(textAt(card.value, 'speak'))
  return spare === '' ? null : { text: spare, losses: sheet.losses }
}

/** Text for a voice, without its marks. */
function spoken(text: string): string {
  return text.replace(/<[^<>]{0,200}>/g, ' ').trim()
}
