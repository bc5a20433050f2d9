import { expect } from 'chai'
import type { IncidentChange } from '../../lib/model/incidents.js'
import { MAX_INCIDENT_CHANGES } from '../../lib/model/limits.js'
import {
  historyLine,
  openedAt,
  retitled,
  standingIn,
  withChange,
} from '../../lib/rules/incident-history.js'

const OPENED: IncidentChange = { state: 'open', at: 100 }
const TAKEN: IncidentChange = { state: 'acknowledged', at: 200, by: 'maria' }
const CLOSED: IncidentChange = { state: 'closed', at: 300 }

describe('the history of an incident', () => {
  it('keeps the first change and the latest others', () => {
    let history: readonly IncidentChange[] = []
    for (let at = 1; at <= MAX_INCIDENT_CHANGES + 5; at += 1) {
      history = withChange(history, { state: at % 2 === 1 ? 'open' : 'closed', at })
    }
    expect(history).to.have.length(MAX_INCIDENT_CHANGES)
    expect(history.map(({ at }) => at).slice(0, 2)).to.deep.equal([1, 7])
    expect(history.at(-1)?.at).to.equal(MAX_INCIDENT_CHANGES + 5)
  })

  it('says under which title a change was reported, where the incident has another one now', () => {
    const once = retitled([OPENED], 'It failed', 'maria looks at it')
    expect(once).to.deep.equal([{ ...OPENED, title: 'It failed' }])
    const twice = retitled([...once, TAKEN], 'maria looks at it', 'It is done')
    expect(twice).to.deep.equal([
      { ...OPENED, title: 'It failed' },
      { ...TAKEN, title: 'maria looks at it' },
    ])
    expect(retitled(twice, 'It is done', 'It failed')[0], 'the first title again').to.deep.equal(
      OPENED,
    )
  })

  it('lets titles alone make room for changes of the state', () => {
    let history = withChange([OPENED], TAKEN)
    for (let at = 201; at <= 300; at += 1) history = withChange(history, { state: 'update', at })
    history = withChange(history, CLOSED)
    expect(history).to.have.length(MAX_INCIDENT_CHANGES)
    expect(history.slice(0, 2)).to.deep.equal([OPENED, TAKEN])
    expect(history.slice(-2)).to.deep.equal([{ state: 'update', at: 300 }, CLOSED])
  })

  const BEGINNINGS: readonly (readonly [
    title: string,
    known: readonly IncidentChange[],
    expected: readonly IncidentChange[],
  ])[] = [
    ['moves an opening that was earlier', [OPENED, CLOSED], [{ state: 'open', at: 50 }, CLOSED]],
    [
      'puts it before a closing that was heard of first',
      [CLOSED],
      [{ state: 'open', at: 50 }, CLOSED],
    ],
    ['leaves one that is not later', [{ state: 'open', at: 50 }], [{ state: 'open', at: 50 }]],
    ['leaves an incident that only something happened to', [], []],
  ]
  for (const [title, known, expected] of BEGINNINGS) {
    it(title, () => {
      expect(openedAt(known, 50)).to.deep.equal(expected)
    })
  }

  const WORDS = {
    moment: (at: number) => `at ${at}`,
    quote: (text: string) => `“${text}”`,
  }
  const LINES: readonly (readonly [history: readonly IncidentChange[], line: string])[] = [
    [[], ''],
    [[OPENED], ''],
    [[OPENED, CLOSED], 'Opened at 100 · Resolved at 300'],
    [
      [{ ...OPENED, title: 'It failed' }, TAKEN, CLOSED, { state: 'open', at: 400 }],
      'Opened at 100: “It failed” · Acknowledged at 200 by “maria” · Resolved at 300 · Reopened at 400',
    ],
    [[{ ...OPENED, title: 'It failed' }], 'Opened at 100: “It failed”'],
    [
      [{ ...OPENED, title: 'It failed' }, { state: 'update', at: 150 }, CLOSED],
      'Opened at 100: “It failed” · Updated at 150 · Resolved at 300',
    ],
    [[CLOSED, { state: 'open', at: 400 }], 'Resolved at 300 · Reopened at 400'],
  ]
  for (const [history, line] of LINES) {
    it(line === '' ? `is not shown after ${history.length} changes` : `reads: ${line}`, () => {
      expect(historyLine(history, WORDS)).to.equal(line)
    })
  }

  it('says how bad each report called it, also once the title does not say so any more', () => {
    const history = [
      { ...OPENED, level: 'Warning' },
      { state: 'update', at: 150, level: 'Critical', title: 'It failed' },
      TAKEN,
    ] as const
    expect(historyLine(history, WORDS)).to.equal(
      'Opened at 100 (“Warning”) · Updated at 150 (“Critical”): “It failed” · Acknowledged at 200 by “maria”',
    )
  })

  it('says since when an incident is open, and how bad it is', () => {
    const times = { since: 50, until: null }
    const bad = { ...OPENED, level: 'Critical' }
    const standing = { at: 200, by: 'maria', openSince: 100, level: 'Critical' }
    expect(standingIn([bad, TAKEN], times)).to.deep.equal(standing)
    const again = [bad, CLOSED, { state: 'open', at: 400 }, { ...TAKEN, at: 500 }] as const
    expect(standingIn(again, times)).to.include({ at: 500, openSince: 400, level: 'Critical' })
    expect(standingIn([], times), 'a post of 0.9').to.include({ openSince: 50, level: '' })
  })

  const alternating = (length: number): readonly IncidentChange[] =>
    Array.from({ length }, (_, index) => ({
      state: index % 2 === 0 ? 'open' : 'closed',
      at: index,
    }))

  it('never leaves out a single change, which would be as short', () => {
    expect(historyLine(alternating(9), WORDS).split(' · ')).to.have.length(9)
    expect(historyLine(alternating(9), WORDS)).not.to.include('more')
    expect(historyLine(alternating(10), WORDS)).to.include(' · 2 more changes · Resolved at 3 · ')
  })

  it('says a title again which only a change that is left out had', () => {
    const changes = alternating(12).map((change, index) =>
      index > 0 && index < 8 ? { ...change, title: 'In between' } : change,
    )
    expect(historyLine(changes, WORDS)).to.include(
      '4 more changes · Resolved at 5: “In between” · ',
    )
  })

  it('shows eight changes at most, and says how many are left out', () => {
    const changes = alternating(20)
    const line = historyLine(changes, WORDS)
    expect(line).to.match(/^Opened at 0 · 12 more changes · Resolved at 13 · /)
    expect(line.split(' · ')).to.have.length(9)
  })
})
