import { hasObjects, type Meaning, reporter, spaced, textAt, worded } from '../kit.js'

/** Incidents and components of a page at Atlassian Statuspage. */
export const statuspage = reporter({
  name: 'statuspage',
  title: 'Statuspage',
  isMonitoring: true,
  claims: (body) => has(body, 'incident') || has(body, 'component_update'),
  needs: ['page.id', 'incident'],
  reports: [
    {
      when: (body) => has(body, 'incident'),
      event: (body) => `incident.${textAt(body, 'incident', 'status') || 'updated'}`,
      meaning: (body) => {
        const status = textAt(body, 'incident', 'status')
        const impact = textAt(body, 'incident', 'impact')
        return { word: worded(status || 'updated'), ...stateOf(status, impact) }
      },
      name: ['incident.name', () => 'Incident'],
      url: 'incident.shortlink',
      text: 'incident.incident_updates.0.body',
      fields: { Impact: 'incident.impact' },
      incident: 'incident.id',
      at: 'incident.updated_at',
    },
    {
      when: (body) => has(body, 'component_update'),
      event: (body) => `component.${textAt(body, 'component_update', 'new_status') || 'updated'}`,
      meaning: (body) => ({
        word: textAt(body, 'component', 'name') || 'A component',
        ...stateOf(textAt(body, 'component_update', 'new_status')),
      }),
      name: (body) => {
        const now = spaced(textAt(body, 'component_update', 'new_status')) || 'changed'
        const before = spaced(textAt(body, 'component_update', 'old_status'))
        return before === '' ? now : `${now} (was ${before})`
      },
      text: 'page.status_description',
      incident: 'component.id',
    },
  ],
})

function has(body: unknown, name: string): boolean {
  return textAt(body, 'page', 'id') !== '' && hasObjects(body, name)
}

const CLOSED = new Set(['resolved', 'completed', 'postmortem', 'operational'])

function stateOf(status: string, impact = ''): Pick<Meaning, 'state' | 'color'> {
  if (CLOSED.has(status)) return { state: 'closed', color: 'good' }
  const isOpen = status === 'investigating' || status.endsWith('outage')
  const isBad = isOpen && impact !== 'minor'
  return {
    state: isOpen ? 'open' : 'update',
    color: impact === 'none' ? 'neutral' : isBad ? 'bad' : 'warning',
  }
}
