import {
  capital,
  closed,
  entryOf,
  hasObjects,
  hasTexts,
  type Meaning,
  namesIn,
  reporter,
  type Table,
  textAt,
} from '../kit.js'

/** Incidents and components of a page at Atlassian Statuspage, or at Instatus, which writes in capitals. */
export const statuspage = reporter({
  name: 'statuspage',
  title: 'Statuspage',
  isMonitoring: true,
  facts: { severity: 'incident.impact', service: ['component.name', 'page.name'] },
  claims: (body) => has(body, 'incident') || has(body, 'component_update'),
  needs: ['page.id', 'incident'],
  expected: 'is missing',
  reports: [
    {
      when: (body) => has(body, 'incident'),
      event: (body) => `incident.${wordAt(body, 'incident.status') || 'updated'}`,
      meaning: (body) =>
        meaningOf(wordAt(body, 'incident.status'), wordAt(body, 'incident.impact')),
      name: ['incident.name', () => 'Incident'],
      url: ['incident.shortlink', 'incident.url'],
      text: ['incident.incident_updates.0.body', 'incident.incident_updates.0.markdown'],
      fields: { Impact: (body) => [inWords(wordAt(body, 'incident.impact'))] },
      incident: 'incident.id',
      at: 'incident.updated_at',
    },
    {
      when: (body) => has(body, 'component_update'),
      event: (body) => `component.${wordAt(body, 'component_update.new_status') || 'updated'}`,
      meaning: (body) => meaningOf(wordAt(body, 'component_update.new_status')),
      name: 'component.name',
      title: (body) => {
        const name = textAt(body, 'component.name') || 'A component'
        const now = inWords(wordAt(body, 'component_update.new_status')) || 'changed'
        const before = inWords(wordAt(body, 'component_update.old_status'))
        return `${name}: ${now}${before && ` (was ${before})`}`
      },
      text: (body) => [textAt(body, 'page.status_description')],
      incident: 'component.id',
    },
  ],
})

function has(body: unknown, name: string): boolean {
  return hasTexts(body, 'page.id') && hasObjects(body, name)
}

/** Instatus' words, as Statuspage writes them. */
const WORDS: Table<string> = {
  DEGRADEDPERFORMANCE: 'degraded_performance',
  MINOROUTAGE: 'minor_outage',
  PARTIALOUTAGE: 'partial_outage',
  MAJOROUTAGE: 'major_outage',
  UNDERMAINTENANCE: 'under_maintenance',
  HASISSUES: 'has_issues',
  NOTSTARTEDYET: 'scheduled',
  INPROGRESS: 'in_progress',
}

function wordAt(body: unknown, path: string): string {
  const word = textAt(body, path)
  return entryOf(WORDS, word) ?? (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word)
}

const CLOSED = namesIn('resolved completed postmortem operational')

function meaningOf(status: string, impact = ''): Meaning {
  const word = capital(inWords(status) || 'updated')
  if (CLOSED.has(status)) return closed(word)
  const isOpen = status === 'investigating' || status.endsWith('outage')
  const isBad = isOpen && impact !== 'minor'
  return {
    word,
    state: isOpen ? 'open' : 'update',
    color: impact === 'none' ? 'neutral' : isBad ? 'bad' : 'warning',
  }
}

/** `under_maintenance` as `under maintenance`. */
function inWords(status: string): string {
  return status.replaceAll('_', ' ')
}
