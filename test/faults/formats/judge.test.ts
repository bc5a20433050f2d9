import { expect } from 'chai'
import { differencesOf, type Intended, KINDS, reportOf, type Step } from './judge.js'

const STEP: Step = {
  source: 'github--push',
  way: '',
  event: { format: 'github', event: 'push', skipped: false },
  status: { status: 200, headers: { 'content-type': 'text/plain' }, body: { text: 'ok' } },
  posts: [{ change: 'posted', posts: [{ message: 'two commits', props: { color: 'good' } }] }],
  incident: [{ key: 'github:1', title: 'Push', state: 'open' }],
  warnings: { recorded: { warnings: [], ignored: ['icon'] } },
  request: 'POST /hooks/KEY',
}

/** The lines about a step that was changed. */
function lines(changes: Partial<Step>, intended: readonly Intended[] = []): readonly string[] {
  return reportOf(differencesOf(STEP, { ...STEP, ...changes }), intended).lines
}

describe('the comparison of two versions', () => {
  const posts = [{ change: 'posted', posts: [{ message: 'two commits', props: {} }] }]
  const rows: readonly (readonly [string, Partial<Step>, readonly string[]])[] = [
    [
      "an event's name",
      { event: { format: 'github', event: 'pushed', skipped: false } },
      ['event: 1 of 1 requests', '  github--push: .event', '    "push"', '    "pushed"'],
    ],
    [
      'a status',
      { status: { status: 400, headers: { 'content-type': 'text/plain' }, body: { text: 'ok' } } },
      ['status: 1 of 1 requests', '  github--push: .status', '    200', '    400'],
    ],
    [
      'a colour that is missing',
      { posts },
      [
        'posts: 1 of 1 requests',
        '  github--push: [0].posts[0].props.color',
        '    "good"',
        '    nothing',
      ],
    ],
    [
      'a post more',
      { posts: [...posts, ...posts] },
      ['posts: 1 of 1 requests', '  github--push: .length', '    1', '    2'],
    ],
    [
      "an incident's key",
      { incident: [{ key: 'github:2', title: 'Push', state: 'open' }] },
      ['incident: 1 of 1 requests', '  github--push: [0].key', '    "github:1"', '    "github:2"'],
    ],
    [
      'a warning less',
      { warnings: { recorded: { warnings: [], ignored: [] } } },
      ['warnings: 1 of 1 requests', '  github--push: .recorded.ignored.length', '    1', '    0'],
    ],
  ]
  for (const [what, changes, shown] of rows) {
    it(`finds ${what}`, () => {
      expect(lines(changes)).to.deep.equal([...shown, '1 differences, and 0 on purpose'])
    })
  }

  it('finds a difference of each kind in one request', () => {
    const changes = Object.fromEntries(KINDS.map((kind) => [kind, 'other']))
    expect(differencesOf(STEP, { ...STEP, ...changes }).map(({ kind }) => kind)).to.deep.equal([
      ...KINDS,
    ])
  })

  it('finds none in the same members in another order', () => {
    const event = { skipped: false, event: 'push', format: 'github' }
    expect(differencesOf(STEP, { ...STEP, event })).to.deep.equal([])
  })

  it('shows long texts where they begin to differ', () => {
    const step = (end: string): Step => ({ ...STEP, posts: `${'a'.repeat(500)}${end}` })
    const [, , ...shown] = reportOf(differencesOf(step('b'), step('c')), []).lines
    expect(shown.slice(0, 2)).to.deep.equal(
      ['b', 'c'].map((end) => `    …${'a'.repeat(30)}${end}"`),
    )
  })

  it('shows ten requests of a kind, and says how many there are', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ ...STEP, source: `request ${at}` }))
    const differences = many.flatMap((step) => differencesOf(step, { ...step, event: null }))
    const [first, ...others] = reportOf([...differences, ...differences], []).lines
    expect(first).to.equal('event: 24 of 12 requests')
    expect(others.filter((line) => line.startsWith('  request '))).to.have.lengthOf(10)
    expect(others[0]).to.equal('  request 0 (and 1 more): ')
  })

  it('accepts what is listed as on purpose, and nothing else of the same request', () => {
    const intended: Intended = { kind: 'posts', older: 'two', newer: '2', reason: 'it is shorter' }
    const shown = (message: string): Partial<Step> => {
      return { posts: [{ change: 'posted', posts: [{ message, props: { color: 'good' } }] }] }
    }
    const summary = (changes: Partial<Step>): string | undefined =>
      lines(changes, [intended]).at(-1)
    expect(lines(shown('2 commits'), [intended])).to.deep.equal(['0 differences, and 1 on purpose'])
    expect(summary({ ...shown('2 commits'), status: null })).to.equal(
      '1 differences, and 1 on purpose',
    )
    expect(summary(shown('2 changes'))).to.equal('1 differences, and 0 on purpose')
    expect(summary({ incident: 'two' })).to.equal('1 differences, and 0 on purpose')
  })

  it('accepts a request in which each value that differs is on purpose', () => {
    const named: Intended = { kind: 'incident', at: '.title', is: 'other', reason: 'it has a name' }
    const longer: Intended = { kind: 'incident', at: '.history', is: 'new', reason: 'it is kept' }
    const incident = [{ key: 'github:1', title: 'A push', state: 'open', history: [] }]
    expect(lines({ incident }, [named, longer])).to.deep.equal(['0 differences, and 1 on purpose'])
    expect(lines({ incident }, [longer]).slice(1, 2)).to.deep.equal(['  github--push: [0].title'])
    const gone = [{ key: 'github:1', state: 'open' }]
    expect(lines({ incident: gone }, [named]).at(-1)).to.equal('1 differences, and 0 on purpose')
  })

  it('accepts all that becomes of a format that is new, and only of its requests', () => {
    const intended = (requests: RegExp): readonly Intended[] => [
      { kind: 'any', requests, reason: 'it is new' },
    ]
    const changes = { event: null, posts: null }
    expect(lines(changes, intended(/^github--/)).at(-1)).to.equal('0 differences, and 2 on purpose')
    expect(lines(changes, intended(/^gitlab--/)).at(-1)).to.equal('2 differences, and 0 on purpose')
  })
})
