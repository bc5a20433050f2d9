import { expect } from 'chai'
import { readIncident } from '../../lib/host/read-incidents.js'
import { newIncident } from '../support/new-incident.js'

describe('an incident that a host returns', () => {
  it('has what a newer version keeps of it', () => {
    const stored = { ...newIncident(), alerts: ['a'], mentioned: ['ann'], later: { much: 1 } }
    expect(readIncident(stored)).to.deep.equal(stored)
  })

  for (const wrong of [null, '["a"]', 'a,b', '', 7, true, {}, { 0: 'a', length: 1 }, ['a', 7]]) {
    it(`has no lists where an adapter returns ${JSON.stringify(wrong)}`, () => {
      const stored = newIncident()
      expect(readIncident({ ...stored, alerts: wrong, mentioned: wrong })).to.deep.equal(stored)
    })
  }
})
