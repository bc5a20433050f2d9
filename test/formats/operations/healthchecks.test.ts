import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { healthchecks } from '../../../lib/formats/operations/healthchecks.js'
import { eventOf, expectRefused, shownBy } from './shown.js'

const CHECK = {
  name: 'nightly-backup',
  slug: 'nightly-backup',
  desc: 'dump to the NAS',
  tags: 'prod db',
  last_ping: '2026-09-18T02:00:04+00:00',
  next_ping: null,
  timeout: 86_400,
  unique_key: 'a6c7',
}

describe('Healthchecks', () => {
  // prettier-ignore
  const STATUS: readonly (readonly [status: string, title: string, color: string, state: string])[] = [
    ['down', 'Down: nightly-backup', 'danger', 'open'],
    ['up', 'Up: nightly-backup', 'good', 'closed'],
    ['grace', 'Late: nightly-backup', 'warning', 'update'],
    ['paused', 'Paused: nightly-backup', '#8a94a6', 'update'],
  ]
  for (const [status, title, color, state] of STATUS) {
    it(`shows a check that is ${status}`, () => {
      expect(shownBy(healthchecks, { ...CHECK, status })).to.deep.equal({
        title: `**${title}**`,
        color,
        text: 'dump to the NAS',
        fields: ['Last ping: 2026-09-18 02:00 UTC', 'Expected: every 1 d', 'Tags: prod db'],
        links: [],
      })
      const facts = { event: status, incident: 'a6c7', incidentTitle: 'nightly-backup', state }
      expect(eventOf(healthchecks, { ...CHECK, status })).to.deep.equal(facts)
    })
  }

  for (const status of ['', ' ']) {
    it(`shows a check whose status is ${JSON.stringify(status)}`, () => {
      const body = { ...CHECK, status }
      expect(shownBy(healthchecks, body).title).to.equal('**Check: nightly-backup**')
      expect(eventOf(healthchecks, body)).to.include({ event: 'message' })
    })
  }

  it('shows a body of few members, with a link', () => {
    const url = 'https://healthchecks.test/checks/c1/details/'
    const body = { name: 'nightly', status: 'down', code: 'c1', schedule: '0 2 * * *', url }
    const { title, fields } = shownBy(healthchecks, body)
    expect(title).to.equal(`**[Down: nightly](${url})**`)
    expect(fields).to.deep.equal(['Expected: 0 2 * * *'])
    expect(eventOf(healthchecks, body)).to.include({ incident: 'c1' })
  })

  // prettier-ignore
  const UNNAMED: readonly (readonly [rest: object, name: string])[] = [
    [{ slug: 'nightly', tags: 'prod' }, 'nightly'],
    [{ slug: '', tags: 'prod db', code: '0f9c2d7e-1b' }, 'prod db'],
    [{ tags: '', code: '0f9c2d7e-1b' }, '0f9c2d7e'],
    [{ unique_key: 'a6c7b8d9e0' }, 'a6c7b8d9'],
    [{}, 'A check'],
  ]
  for (const [rest, name] of UNNAMED) {
    it(`calls a check without a name ${name}`, () => {
      const shown = shownBy(healthchecks, { name: '', status: 'down', ...rest })
      expect(shown.title).to.equal(`**Down: ${name}**`)
    })
  }

  it('says the tags once where they name the check', () => {
    const shown = shownBy(healthchecks, { name: '', status: 'down', tags: 'prod' })
    expect(shown.fields).to.deep.equal([])
  })

  it('shows a line of text', () => {
    expect(shownBy(healthchecks, 'nightly is down').title).to.equal(
      '**Healthchecks: nightly is down**',
    )
  })

  it('says what is missing', () => {
    expectRefused(healthchecks, { status: 'down' }, 'name')
    expectRefused(healthchecks, '', 'name')
  })
})

describeFormat(
  healthchecks,
  [{ name: 'down', body: { ...CHECK, status: 'down' }, shows: ['Down: nightly-backup'] }],
  { isNamedOnly: true },
)
