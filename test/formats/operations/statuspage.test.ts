import { expect } from 'chai'
import { statuspage } from '../../../lib/formats/operations/statuspage.js'
import { shownBy } from './shown.js'

describe('Statuspage', () => {
  for (const [impact, color] of [
    ['none', '#8a94a6'],
    ['minor', 'warning'],
    ['critical', 'danger'],
  ] as const) {
    it(`shows an incident with the impact ${impact}`, () => {
      const incident = { name: 'Notice', status: 'investigating', impact }
      expect(shownBy(statuspage, { page: { id: 'p' }, incident })).to.deep.include({
        color,
        fields: [`Impact: ${impact}`],
      })
    })
  }

  it('reads the words of Instatus, which writes them in capitals', () => {
    const incident = {
      name: 'API down',
      status: 'INVESTIGATING',
      impact: 'MAJOROUTAGE',
      url: 'https://status.test/i1',
      incident_updates: [{ markdown: 'We are **looking**' }],
    }
    expect(shownBy(statuspage, { page: { id: 'p' }, incident })).to.deep.include({
      title: '**[Investigating: API down](https://status.test/i1)**',
      color: 'danger',
      text: 'We are **looking**',
      fields: ['Impact: major outage'],
    })
    const component = { component: { name: 'Website' } }
    const component_update = { new_status: 'DEGRADEDPERFORMANCE', old_status: 'OPERATIONAL' }
    expect(
      shownBy(statuspage, { page: { id: 'p' }, ...component, component_update }).title,
    ).to.equal('**Website: degraded performance (was operational)**')
  })
})
