import type { Color } from '../../drafts/draft.js'
import { at, timeAt } from '../../json-members.js'
import type { Meaning } from '../../meaning.js'
import { entryOf } from '../../own-entry.js'
import { firstText } from '../first.js'
import { cut, inFile, spaced, type Teller } from '../news.js'
import { incidentOf } from '../topics.js'
import { pathOf, placeOf } from './bodies.js'
import { toldByName } from './others.js'

/** A token that soon works no more. */
export function tokenExpires(noun: string): Teller {
  return (body) => {
    const token = at(body, 'object_attributes')
    const day = cut(firstText(token, 'expires_at'), 10)
    const isExpiring = firstText(body, 'event_name').startsWith('expiring_')
    if (!isExpiring && day === '') return toldByName(firstText(body, 'object_kind'), body)
    const { where, url } = placeOf(body)
    return {
      title: {
        where,
        before: `The ${noun}`,
        label: firstText(token, 'name') || 'without a name',
        url,
        after: day === '' ? 'expires soon' : `expires on ${day}`,
      },
      color: 'warning',
      incident: incidentOf(pathOf(body), 'tokens', firstText(token, 'id')),
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

/** How far people are with it; while it is open, its colour is that of its severity. */
const STAGES: Readonly<Record<string, Omit<Meaning, 'color'> & Partial<Meaning>>> = {
  detected: { word: 'was found', state: 'open' },
  confirmed: { word: 'is confirmed', state: 'acknowledged' },
  dismissed: { word: 'was dismissed', color: 'neutral', state: 'closed' },
  resolved: { word: 'is resolved', color: 'good', state: 'closed' },
}

export const vulnerabilityChanged: Teller = (body) => {
  const found = at(body, 'object_attributes')
  const severity = firstText(found, 'severity').toLowerCase()
  const written = firstText(found, 'state')
  const stage = entryOf(STAGES, written.toLowerCase())
  const { where, url } = placeOf(body, firstText(found, 'url'))
  return {
    title: {
      where,
      before: 'The vulnerability',
      label: firstText(found, 'title') || 'without a title',
      url,
      after: stage?.word ?? (written === '' ? '' : `is ${spaced(written)}`),
    },
    color: stage?.color ?? entryOf(SEVERITIES, severity) ?? 'neutral',
    facts: [
      severity === '' ? '' : `${spaced(severity)} severity`,
      spaced(firstText(found, 'report_type')),
      inFile(firstText(found, 'location.file')),
    ],
    incident: incidentOf(pathOf(body), 'vulnerabilities', firstText(found, 'id', 'url')),
    state: stage?.state ?? 'update',
    at: timeAt(found, 'updated_at'),
  }
}
