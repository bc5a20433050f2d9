import type { Color } from '../../drafts/draft.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { cut, inFile, spaced, type Teller } from '../news.js'
import { shownByName } from './other.js'
import { pathOf, projectUrl, whereOf } from './bodies.js'

/** A token that soon works no more. */
export function tokenExpires(noun: string): Teller {
  return (body) => {
    const token = at(body, 'object_attributes')
    const day = cut(textAt(token, 'expires_at'), 10)
    const isExpiring = textAt(body, 'event_name').startsWith('expiring_')
    if (!isExpiring && day === '') return shownByName(textAt(body, 'object_kind'))(body)
    const id = textAt(token, 'id')
    return {
      title: {
        where: whereOf(body),
        before: `The ${noun}`,
        label: textAt(token, 'name') || 'without a name',
        url: projectUrl(body),
        after: day === '' ? 'expires soon' : `expires on ${day}`,
      },
      color: 'warning',
      incident: id === '' ? '' : `${pathOf(body)}/tokens/${id}`,
      state: 'open',
    }
  }
}

const SEVERITIES: Readonly<Record<string, Color>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warning',
  low: 'warning',
}

interface Stage {
  readonly did: string
  readonly color?: Color
  readonly state: 'open' | 'acknowledged' | 'closed'
}

/** How far people are with it. */
const STAGES: Readonly<Record<string, Stage>> = {
  detected: { did: 'was found', state: 'open' },
  confirmed: { did: 'is confirmed', state: 'acknowledged' },
  dismissed: { did: 'was dismissed', color: 'neutral', state: 'closed' },
  resolved: { did: 'is resolved', color: 'good', state: 'closed' },
}

export const vulnerabilityChanged: Teller = (body) => {
  const found = at(body, 'object_attributes')
  const severity = textAt(found, 'severity').toLowerCase()
  const written = textAt(found, 'state')
  const stage = entryOf(STAGES, written.toLowerCase())
  const place = textAt(found, 'location', 'file')
  const id = textAt(found, 'id') || textAt(found, 'url')
  return {
    title: {
      where: whereOf(body),
      before: 'The vulnerability',
      label: textAt(found, 'title') || 'without a title',
      url: textAt(found, 'url') || projectUrl(body),
      after: stage?.did ?? (written === '' ? '' : `is ${spaced(written)}`),
    },
    color: stage?.color ?? entryOf(SEVERITIES, severity) ?? 'neutral',
    facts: [
      severity === '' ? '' : `${spaced(severity)} severity`,
      spaced(textAt(found, 'report_type')),
      inFile(place),
    ],
    incident: id === '' ? '' : `${pathOf(body)}/vulnerabilities/${id}`,
    state: stage?.state ?? 'update',
    at: timeAt(found, 'updated_at'),
  }
}
