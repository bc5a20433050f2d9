import { expect } from 'chai'
import type { HookIncident, IncidentState } from '../../lib/model/incidents.js'
import { type Course, follow, type IncidentEvent } from '../../lib/rules/incidents.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = 1_700_000_000_000

/** What is sent, in minutes since the start; `at` is the sender's own time. */
interface Sent {
  readonly now: number
  readonly state?: IncidentState
  readonly at?: number
  readonly shows?: string
  readonly isRemark?: boolean
  readonly began?: number
  readonly level?: string
  readonly alerts?: readonly string[]
}

function eventOf({
  now,
  state,
  at,
  shows,
  isRemark = false,
  began,
  level = '',
  alerts = [],
}: Sent): IncidentEvent {
  return {
    state: state ?? null,
    at: at === undefined ? null : START + at * MINUTE,
    now: START + now * MINUTE,
    fingerprint: shows ?? `${state ?? ''} ${at ?? ''}`,
    title: shows ?? '',
    by: '',
    level,
    says: isRemark && state === 'update' ? 'remark' : 'report',
    began: began === undefined ? null : START + began * MINUTE,
    alerts,
  }
}

/** The courses of some events in this order, and the incident in the end. */
function lived(...events: readonly Sent[]): { courses: readonly Course[]; incident: HookIncident } {
  let incident: HookIncident | null = null
  const courses: Course[] = []
  for (const event of events) {
    const course = follow(incident, eventOf(event))
    courses.push(course)
    if (!course.incident) continue
    incident = {
      webhookId: 'w',
      channelId: 'c',
      key: 'k',
      postId: 'p',
      version: 1,
      ...course.incident,
    }
  }
  if (!incident) throw new Error('no events')
  return { courses, incident }
}

function lastOf(...events: readonly Sent[]): Course | undefined {
  return lived(...events).courses.at(-1)
}

describe('a report of alerts that began before their group was closed', () => {
  const fired = { now: 0, state: 'open', began: 0, alerts: ['a'] } as const
  const resolved = { now: 5, state: 'closed', at: 5, alerts: ['a'] } as const
  const after = (alerts: readonly string[], ...before: readonly Sent[]): HookIncident =>
    lived(...before, { now: 6, state: 'open', began: 4, alerts }).incident

  for (const [what, alerts, before, state] of [
    ['opens it again if no report has named one of them', ['a', 'c'], [fired, resolved], 'open'],
    ['is late if all are known', ['a'], [fired, resolved], 'closed'],
    [
      'is late if the closing named it',
      ['c'],
      [fired, { ...resolved, alerts: ['a', 'c'] }],
      'closed',
    ],
    ['is late if it names none', [], [fired, resolved], 'closed'],
    ['is late if no report has named any', ['c'], [fired, resolved].map(unnamed), 'closed'],
    [
      'is late if there are too many to know all of them',
      ['c'],
      [{ ...fired, alerts: Array.from({ length: 200 }, (_, n) => String(n)) }, resolved],
      'closed',
    ],
  ] as const) {
    it(what, () => {
      expect(after(alerts, ...before).state).to.equal(state)
    })
  }

  it('opens it when it arrives, whatever else was known of it', () => {
    const { history, since, until } = after(['c'], fired, resolved)
    expect(history.map(({ state, at }) => [state, (at - START) / MINUTE])).to.deep.equal([
      ['open', 0],
      ['closed', 5],
      ['open', 6],
    ])
    expect([since, until]).to.deep.equal([START, null])
  })

  it('says when the incident began, if it has a time of its own', () => {
    const again = { now: 6, state: 'open', at: 5.5, began: -1, alerts: ['c'] } as const
    const { state, since } = lived(fired, resolved, again).incident
    expect([state, (since - START) / MINUTE]).to.deep.equal(['open', -1])
  })

  it('is late when it comes again after the next closing', () => {
    const again = { now: 6, state: 'open', began: 4, alerts: ['c'] } as const
    const closed = { now: 7, state: 'closed', at: 7, alerts: ['c'] } as const
    expect(lived(fired, resolved, again, closed, { ...again, now: 8 }).incident.state).to.equal(
      'closed',
    )
  })
})

function unnamed(sent: Sent): Sent {
  return { ...sent, alerts: [] }
}

describe('the history of an incident whose level changes', () => {
  const opened = { now: 0, state: 'open', level: 'Warning', shows: 'Lag' } as const
  const changesAfter = (...events: readonly Sent[]) =>
    lived(...events).incident.history.map(({ state, level = '' }) => `${state} ${level}`.trim())

  it('says when it became worse, and what it was', () => {
    const worse = { ...opened, now: 1, level: 'Critical' }
    const { courses } = lived(opened, { ...worse, shows: 'Lag!' })
    expect(courses.at(-1)).to.include({ kind: 'change', isShownApart: false })
    const changes = changesAfter(opened, { ...worse, shows: 'Lag!' }, { now: 2, state: 'closed' })
    expect(changes).to.deep.equal(['open Warning', 'update Critical', 'closed'])
  })

  it('says nothing of a report without a level, or with the first one of all', () => {
    expect(changesAfter(opened, { ...opened, now: 1, level: '' })).to.deep.equal(['open Warning'])
    const plain = { ...opened, level: '' }
    expect(changesAfter(plain, { ...opened, now: 1 })).to.deep.equal(['open'])
  })
})

describe('the post of an incident', () => {
  const rows: readonly (readonly [string, readonly Sent[], object])[] = [
    ['is made for the first event', [{ now: 0, state: 'open' }], { kind: 'first', earlier: null }],
    [
      'is made for a closing whose beginning was never heard of',
      [{ now: 0, state: 'closed' }],
      { kind: 'first' },
    ],
    [
      'stays as it is for a repeat',
      [
        { now: 0, state: 'open' },
        { now: 5, state: 'open' },
      ],
      { kind: 'unchanged', incident: null },
    ],
    [
      'shows what is new of the same state, without a reply',
      [
        { now: 0, state: 'open', shows: 'one host' },
        { now: 5, state: 'open', shows: 'two hosts' },
      ],
      { kind: 'change', isShown: true, isShownApart: false },
    ],
    [
      'shows a change of state, with a reply',
      [
        { now: 0, state: 'open' },
        { now: 5, state: 'acknowledged' },
      ],
      { kind: 'change', isShown: true, isShownApart: true },
    ],
    [
      'shows an update, without a reply',
      [
        { now: 0, state: 'open' },
        { now: 5, state: 'update', shows: '20 %' },
      ],
      { kind: 'change', isShown: true, isShownApart: false },
    ],
    [
      'keeps what it shows when somebody remarks on it, which is a reply',
      [
        { now: 0, state: 'open' },
        { now: 5, state: 'update', isRemark: true, shows: 'a comment' },
      ],
      { kind: 'change', isShown: false, isShownApart: true },
    ],
    [
      'stays as it is for the second delivery of a remark',
      [
        { now: 0, state: 'open' },
        { now: 5, state: 'update', isRemark: true, shows: 'a comment' },
        { now: 6, state: 'update', isRemark: true, shows: 'a comment' },
      ],
      { kind: 'unchanged' },
    ],
    [
      'opens again within 60 minutes of its closing',
      [
        { now: 0, state: 'open' },
        { now: 10, state: 'closed' },
        { now: 70, state: 'open', shows: 'again' },
      ],
      { kind: 'change', isShown: true, isShownApart: true },
    ],
    [
      'is another one later',
      [
        { now: 0, state: 'open' },
        { now: 10, state: 'closed' },
        { now: 71, state: 'open' },
      ],
      { kind: 'first' },
    ],
    [
      'does not open again for an opening that is no later than the closing',
      [
        { now: 9, state: 'closed', at: 9 },
        { now: 10, state: 'open', at: 9 },
      ],
      { kind: 'unchanged' },
    ],
    [
      'only says since when, where the opening comes after the closing',
      [
        { now: 9, state: 'closed', at: 9 },
        { now: 10, state: 'open', at: 2 },
      ],
      { kind: 'change', isShown: false, isShownApart: false },
    ],
    [
      'is not closed by the second delivery of a closing after which it has opened again',
      [
        { now: 0, state: 'open', at: 0 },
        { now: 1, state: 'closed', at: 5 },
        { now: 2, state: 'open', at: 8 },
        { now: 3, state: 'closed', at: 5 },
      ],
      { kind: 'unchanged' },
    ],
    [
      'does not open again for a report from before the closing that is a little late',
      [
        { now: 0, state: 'open', began: 0 },
        { now: 9, state: 'closed', at: 9 },
        { now: 13, state: 'open', began: 0, shows: 'firing' },
      ],
      { kind: 'unchanged' },
    ],
    [
      'opens again for a program that goes on reporting when it began',
      [
        { now: 0, state: 'open', began: 0 },
        { now: 9, state: 'closed', at: 9 },
        { now: 14, state: 'open', began: 0, shows: 'firing' },
      ],
      { kind: 'change', isShown: true, isShownApart: true },
    ],
    [
      'is replied to by a remark from before the closing',
      [
        { now: 0, state: 'open', at: 0 },
        { now: 9, state: 'closed', at: 9 },
        { now: 10, state: 'update', at: 8, isRemark: true, shows: 'a comment' },
      ],
      { kind: 'change', isShown: false, isShownApart: true },
    ],
    [
      'keeps showing who takes care of it when the opening comes late',
      [
        { now: 0, state: 'acknowledged', at: 5 },
        { now: 1, state: 'open', at: 5 },
      ],
      { kind: 'unchanged' },
    ],
    [
      'opens again after a closing that its sender dates into the future',
      [
        { now: 0, state: 'open', at: 0 },
        { now: 1, state: 'closed', at: 100_000 },
        { now: 2, state: 'open', at: 2 },
      ],
      { kind: 'change', isShown: true, isShownApart: true },
    ],
    [
      'is shown in the order of a clock that is a little ahead',
      [
        { now: 0, state: 'open', at: 2 },
        { now: 2, state: 'closed', at: 4 },
        { now: 3, state: 'open', at: 3 },
      ],
      { kind: 'unchanged' },
    ],
    [
      'is opened in the order of arrival where the sender gives no times',
      [
        { now: 0, state: 'closed' },
        { now: 1, state: 'open' },
      ],
      { kind: 'change', isShown: true, isShownApart: true },
    ],
  ]
  for (const [title, events, expected] of rows) {
    it(title, () => {
      expect(lastOf(...events)).to.deep.include(expected)
    })
  }
})

describe('what is known of an incident', () => {
  it('is open unless its first event says otherwise', () => {
    expect(lived({ now: 0 }).incident).to.include({
      state: 'open',
      count: 1,
      since: START,
      until: null,
    })
  })

  it('keeps its state through updates', () => {
    const { incident } = lived({ now: 0, state: 'acknowledged' }, { now: 1, state: 'update' })
    expect(incident).to.include({ state: 'acknowledged', count: 2 })
  })

  it('stays closed for updates and for who takes care of it', () => {
    const closed = { now: 0, state: 'closed', at: 0 } as const
    expect(lived(closed, { now: 1, state: 'update', shows: 'x' }).incident.state).to.equal('closed')
    expect(lived(closed, { now: 1, state: 'acknowledged' }).incident.state).to.equal('closed')
  })

  it('lasts from the first event to the closing, by the times of the sender', () => {
    const { incident } = lived(
      { now: 3, state: 'open', at: 0 },
      { now: 20, state: 'closed', at: 12, shows: 'resolved' },
    )
    expect(incident.since).to.equal(START)
    expect(incident.until).to.equal(START + 12 * MINUTE)
  })

  it('lasts from its beginning if it is first heard of when it ends', () => {
    const { incident } = lived({ now: 20, state: 'closed', at: 12, began: 7 })
    expect(incident.until).to.equal(START + 12 * MINUTE)
    expect(incident.since).to.equal(START + 7 * MINUTE)
    // A sender may say that it began after its end.
    expect(lived({ now: 20, state: 'closed', at: 12, began: 13 }).incident.since).to.equal(
      incident.until,
    )
  })

  it('lasts from the beginning that its end tells, not the one that was heard of', () => {
    const { incident } = lived(
      { now: 3, state: 'open' },
      { now: 20, state: 'closed', at: 12, began: 1 },
    )
    expect(incident.since).to.equal(START + MINUTE)
    expect(incident.history[0]).to.deep.equal({ state: 'open', at: START + MINUTE })
  })

  it('ends no earlier than it began, also where only its closing has a time of the sender', () => {
    const { incident } = lived({ now: 3, state: 'open' }, { now: 20, state: 'closed', at: 1 })
    expect(incident).to.include({ since: START + 3 * MINUTE, until: START + 3 * MINUTE })
  })

  it('has no end after it has opened again', () => {
    const events = [
      { now: 0, state: 'open' },
      { now: 1, state: 'closed' },
      { now: 2, state: 'open' },
    ] as const
    expect(lived(...events).incident).to.include({ state: 'open', until: null, count: 3 })
  })

  const lives: readonly (readonly [string, readonly Sent[], object])[] = [
    [
      'was closed',
      [
        { now: 20, state: 'open', at: 0 },
        { now: 20, state: 'acknowledged', at: 4 },
        { now: 20, state: 'closed', at: 9 },
      ],
      { state: 'closed', since: START, until: START + 9 * MINUTE },
    ],
    [
      'has opened again',
      [
        { now: 20, state: 'open', at: 0 },
        { now: 20, state: 'acknowledged', at: 4 },
        { now: 20, state: 'closed', at: 9 },
        { now: 20, state: 'open', at: 12 },
      ],
      { state: 'open', since: START, until: null },
    ],
    [
      'was closed again',
      [
        { now: 20, state: 'open', at: 0 },
        { now: 20, state: 'closed', at: 9 },
        { now: 20, state: 'open', at: 12 },
        { now: 20, state: 'acknowledged', at: 15 },
        { now: 20, state: 'closed', at: 20 },
      ],
      { state: 'closed', since: START, until: START + 20 * MINUTE },
    ],
  ]
  for (const [title, events, facts] of lives) {
    it(`is the same in whatever order the events of one come that ${title}`, () => {
      for (const order of permutations(events)) {
        const told = order.map(({ state, at }) => `${state ?? ''} ${at ?? ''}`).join(', ')
        const twice = order.flatMap((event) => [event, event])
        expect(lived(...twice).incident, told).to.include(facts)
        expect(lived(...order, ...order).incident, `${told}, and all of it again`).to.include(facts)
      }
    })
  }

  it('keeps what only a newer version knows of it, until it begins anew', () => {
    const { incident } = lived({ now: 0, state: 'open' })
    const newer = { ...incident, byMember: [1] }
    for (const sent of [
      { now: 1, state: 'closed' },
      { now: DAY / MINUTE + 2, state: 'open', shows: 'open ' },
      { now: 3, state: 'open', at: -5 },
    ] as const) {
      expect(follow(newer, eventOf(sent)).incident).to.deep.include({ byMember: [1] })
    }
    const closed = { ...newer, ...lived({ now: 0, state: 'closed' }).incident }
    const anew = follow(closed, eventOf({ now: 61, state: 'open' }))
    expect(anew.incident).not.to.have.property('byMember')
  })

  it('is forgotten 7 days after the last event, of which repeats count once a day', () => {
    const { incident } = lived({ now: 0, state: 'open' })
    expect(incident.expiresAt).to.equal(START + 7 * DAY)
    const soon = follow(incident, eventOf({ now: 5, state: 'open' }))
    expect(soon).to.deep.include({ kind: 'unchanged', incident: null })
    const late = follow(incident, eventOf({ now: DAY / MINUTE + 1, state: 'open' }))
    expect(late.incident?.expiresAt).to.equal(START + 8 * DAY + MINUTE)
  })
})

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all]
  return all.flatMap((one, index) =>
    permutations(all.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
  )
}
