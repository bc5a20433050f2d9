import { expect } from 'chai'
import type { IncidentState } from '../../lib/model/incidents.js'
import { follow, type IncidentEvent, type IncidentFacts } from '../../lib/rules/incidents.js'

const MINUTE = 60_000
const START = 1_700_000_000_000

type Told = Pick<IncidentEvent, 'at' | 'began'>

/** A report that arrived so many minutes after the start. */
function report(minute: number, state: IncidentState, times: Partial<Told> = {}): IncidentEvent {
  return {
    state,
    at: null,
    began: null,
    ...times,
    now: START + minute * MINUTE,
    fingerprint: `${state} ${minute}`,
    title: `${state} ${minute}`,
    by: '',
    says: 'report',
  }
}

const again = (event: IncidentEvent, heard = 0): IncidentEvent => ({
  ...event,
  heardAt: heard && START + heard * MINUTE,
})

function after(...events: readonly IncidentEvent[]): IncidentFacts {
  let incident: IncidentFacts | null = null
  for (const event of events) incident = follow(incident, event).incident ?? incident
  if (!incident) throw new Error('no events')
  return incident
}

/** What shows of an incident. */
const shown = ({ state, title, until, fingerprint, lastAt, expiresAt }: IncidentFacts) => ({
  state,
  title,
  until,
  fingerprint,
  lastAt,
  expiresAt,
})

const FIRINGS: readonly (readonly [name: string, times: (minute: number) => Partial<Told>])[] = [
  ['with a time of its own', (minute) => ({ at: START + minute * MINUTE })],
  ['without a time', () => ({})],
  ['with its beginning only', () => ({ began: START })],
  ['with a time of a clock that is ahead', (minute) => ({ at: START + (minute + 4) * MINUTE })],
]
const CLOSINGS = [
  ['with a time', (minute: number) => ({ at: START + minute * MINUTE })],
  ['without a time', () => ({})],
] as const
/** Minutes from the firing to the closing: within and after those in which an old report is only late. */
const GAPS = [1, 30, 90]

describe('a report that is sent again', () => {
  for (const [firing, timesOf] of FIRINGS) {
    for (const [closing, closedAt] of CLOSINGS) {
      for (const gap of GAPS) {
        const old = report(5, 'open', timesOf(5))
        const closed = report(5 + gap, 'closed', closedAt(5 + gap))
        const name = `${firing}, of an incident that was closed ${closing} ${gap} min later`

        it(`${name}, opens nothing and changes nothing that shows`, () => {
          for (const earlier of [[], [report(0, 'open')], [report(0, 'open', { began: START })]]) {
            const before = after(...earlier, closed)
            const course = follow(before, again(old))
            expect(course.kind).to.not.equal('first')
            expect(course).to.not.include({ isShown: true })
            expect(course).to.not.include({ isShownApart: true })
            expect(shown(course.incident ?? before)).to.deep.equal(shown(before))
          }
        })

        it(`${name}, opens it if it arrived after that`, () => {
          const before = after(report(0, 'open'), closed)
          const late = report(gap + 10, 'open', timesOf(gap + 10))
          const began = firing.endsWith('only') ? START + (gap + 6) * MINUTE : null
          const course = follow(before, again(began === null ? late : { ...late, began }))
          expect(course.incident).to.include({ state: 'open', until: null })
        })

        it(`${name}, begins anew where the incident is forgotten`, () => {
          const course = follow(null, again(old))
          expect(course).to.deep.include({ kind: 'first', earlier: null })
          expect(course.incident).to.include({ state: 'open', lastAt: old.now })
        })
      }
    }
  }

  it('does not close what was reported open since, nor change what was said since', () => {
    for (const state of ['closed', 'acknowledged', 'open', 'update'] as const) {
      for (const times of [{}, { at: START + 5 * MINUTE }]) {
        const before = after(report(0, 'open'), report(9, 'open', times))
        const course = follow(before, again(report(5, state, times)))
        expect(shown(course.incident ?? before), state).to.deep.equal(shown(before))
      }
    }
  })

  it('is applied in order to those that are sent again before it', () => {
    const all = [report(0, 'open'), report(5, 'acknowledged'), report(9, 'closed')].map((each) =>
      again(each),
    )
    expect(after(...all)).to.include({ state: 'closed', lastAt: START + 9 * MINUTE })
  })

  it('is late, too, if one that was not stored because it said nothing new arrived after it', () => {
    const stored = after(report(0, 'open'), report(5, 'closed'))
    const firing = report(9, 'open', { at: START + 9 * MINUTE })
    expect(follow(stored, again(firing, 12)).incident ?? stored).to.include({ state: 'closed' })
    expect(follow(stored, again(firing)).incident).to.include({ state: 'open' })
  })

  it('says when the incident began, also if it names an alert that no other report has named', () => {
    const closed = report(5, 'closed', { at: START + 5 * MINUTE })
    const before = after(
      { ...report(1, 'open', { began: START + MINUTE }), alerts: ['a'] },
      { ...closed, alerts: ['a'] },
    )
    const firing = { ...report(3, 'open', { began: START }), alerts: ['b'] }
    expect(follow(before, again(firing)).incident).to.include({ state: 'closed', since: START })
  })

  it('stands beside what was said later if it is a remark, and changes no state', () => {
    const remark: IncidentEvent = { ...report(5, 'closed'), says: 'remark' }
    const before = after(report(0, 'open'), report(9, 'open', { at: START + 9 * MINUTE }))
    const course = follow(before, again(remark))
    expect(course).to.include({ kind: 'change', isShown: false, isShownApart: true })
    expect(course.incident).to.include({
      state: 'open',
      title: before.title,
      lastAt: before.lastAt,
      expiresAt: before.expiresAt,
    })
  })

  it('begins an incident of which only a later remark is known, and keeps when that came', () => {
    const before = after({ ...report(9, 'update'), says: 'remark' })
    const course = follow(before, again(report(5, 'open')))
    expect(course).to.include({ kind: 'first' })
    expect(course.incident).to.include({ state: 'open', lastAt: before.lastAt })
  })
})
