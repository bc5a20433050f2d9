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
})
