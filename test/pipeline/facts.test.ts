import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { factsIn } from '../../lib/formats/facts.js'
import type { FormatRequest } from '../../lib/formats/format-request.js'
import type { Format } from '../../lib/formats/format.js'
import { Formats } from '../../lib/formats/registry.js'
import { read } from '../../lib/pipeline/read.js'
import { USER_ID } from '../support/translation.js'
import { formatFixtures, requestOf } from '../support/format-requests.js'
import type { Facts } from '../../lib/model/event-rules.js'

const FORMATS = new Formats(allFormats)
/** Facts that none of the recorded requests tells, as their programs document them. */
const DOCUMENTED: Readonly<Record<string, readonly (readonly [body: object, facts: Facts])[]>> = {
  gitlab: [[{ object_kind: 'deployment', environment: 'prod' }, { environment: 'prod' }]],
  statuspage: [[{ component: { name: 'API' } }, { service: 'API' }]],
  alertmanager: [[{ commonLabels: { env: 'prod' } }, { environment: 'prod' }]],
  grafana: [
    [
      { commonLabels: { severity: 'page', cluster: 'eu', service: 'db' } },
      { severity: 'page', environment: 'eu', service: 'db' },
    ],
  ],
  datadog: [
    [{ tags: 'service:web,env:prod' }, { service: 'web', environment: 'prod' }],
    [{ tags: ['team:a', 'environment:eu:1'] }, { environment: 'eu:1' }],
  ],
}

const json = (value: unknown): FormatRequest => ({
  headers: {},
  query: {},
  body: { kind: 'json', value, text: '' },
})
const slots = (facts: NonNullable<Format['facts']>, value: unknown): Facts =>
  factsIn({ facts }, json(value))

describe('the facts of an event', () => {
  it('are what their slots find, and what the sender did not say is left out', () => {
    const facts = {
      branch: ['a', 'b'],
      author: 'c.d',
      severity: 'e',
      label: ['l', 'm'],
      private: 'p',
    }
    expect(slots(facts, {})).to.deep.equal({})
    expect(slots(facts, { b: 'main', c: { d: 7 }, e: '', l: 'x', p: 'yes' })).to.deep.equal({
      branch: 'main',
      author: '7',
    })
    expect(slots(facts, { m: [], p: false })).to.deep.equal({ label: [], private: false })
    expect(slots(facts, { l: [{ name: 'bug' }, { title: 'ci' }, 'x', {}, null] })).to.deep.equal({
      label: ['bug', 'ci', 'x'],
    })
  })

  it('are short', () => {
    const long = 'x'.repeat(500)
    const { branch, label } = slots(
      { branch: 'b', label: ['l'] },
      { b: long, l: Array.from({ length: 40 }, () => long) },
    )
    expect(branch).to.have.length(100)
    expect(label).to.have.length(10)
    expect(JSON.stringify(label).length).to.be.lessThan(1_100)
  })

  const found = new Map<string, ReadonlySet<string>>()
  before(() => {
    for (const fixture of formatFixtures()) {
      const asked = FORMATS.asked(`/${fixture.format}`) ?? { kind: 'any' }
      const understood = tried(() =>
        read({ ...requestOf(fixture), asked }, { formats: FORMATS, userIdPattern: USER_ID }),
      )
      if (!understood) continue
      const before = found.get(understood.format) ?? new Set()
      found.set(understood.format, new Set([...before, ...Object.keys(understood.facts)]))
    }
  })

  for (const { name, facts } of allFormats) {
    if (!facts) continue
    it(`of ${name} are told by some of the recorded requests, or documented, each of them`, () => {
      const documented = (DOCUMENTED[name] ?? []).flatMap(([body, expected]) => {
        expect(slots(facts, body)).to.deep.equal(expected)
        return Object.keys(expected)
      })
      const told = [...(found.get(name) ?? []), ...documented]
      expect(told).to.include.members(Object.keys(facts))
    })
  }
})

function tried<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
