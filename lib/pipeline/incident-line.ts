import { historyLine, type HistoryWords } from '../rules/incident-history.js'
import type { IncidentFacts } from '../rules/incidents.js'
import { escapeText } from '../text/escape.js'
import type { ComposeOptions } from './compose.js'

/** The history of an incident for clients that show nothing but text; `''` for others, which have it in `props`. */
export function historyIn({ history }: IncidentFacts, show: ComposeOptions['show']): string {
  if (show === 'attachments') return ''
  const line = historyLine(history, { moment, quote: quoteFor(show) })
  return line === '' ? '' : `${line} (UTC)`
}

/** `16:07`; of another day than the time before, `2026-11-25 16:07`. */
export const moment: HistoryWords['moment'] = (at, before) => {
  const time = new Date(at).toISOString()
  const isSameDay = before !== null && new Date(before).toISOString().startsWith(time.slice(0, 10))
  return `${isSameDay ? '' : `${time.slice(0, 10)} `}${time.slice(11, 16)}`
}

/** How names and titles are written. */
export function quoteFor(show: ComposeOptions['show']): HistoryWords['quote'] {
  return show === 'text' ? asItIs : escaped
}

function escaped(text: string): string {
  return escapeText(text, { inline: true, literal: true })
}

function asItIs(text: string): string {
  return text
}
