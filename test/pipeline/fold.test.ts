import { expect } from 'chai'
import fc from 'fast-check'
import type { IncidentState } from '../../lib/model/incidents.js'
import type { HookPost } from '../../lib/model/records.js'
import type { ComposedPost } from '../../lib/pipeline/compose.js'
import { Fold, type FoldOptions, type Known, type Report } from '../../lib/pipeline/fold.js'
import type { IncidentEvent } from '../../lib/rules/incidents.js'
import type { Says } from '../../lib/rules/together.js'

const NOW = 1_790_000_000_000
const OPTIONS: FoldOptions = {
  show: 'attachments',
  maxPostLength: 16_383,
  linkTo: () => '',
  acknowledges: null,
}
const PLACE = { webhookId: 'w', channelId: 'c', key: 'k', postId: 'root', version: 1 }

function composedOf(message: string, changes: Partial<ComposedPost> = {}): ComposedPost {
  return {
    channelId: 'c',
    userId: 'u',
    webhookId: 'w',
    rootId: '',
    message,
    type: '',
    props: { from_webhook: 'true' },
    priority: null,
    mentions: { userIds: [], channelWide: null },
    ...changes,
  }
}

interface Said {
  readonly text: string
  readonly state?: IncidentState | null
  readonly says?: Says
  /** Texts of the posts that it needs besides. */
  readonly more?: readonly string[]
  readonly mentions?: boolean
  /** Whether a rule mentions them. */
  readonly calls?: boolean
  readonly mode?: 'reply' | 'edit'
}

function reportOf(said: Said, number: number): Report {
  const { text, state = null, says = 'report', more = [], mentions = false, mode = 'reply' } = said
  const calls = said.calls === true ? 'bob' : null
  const whom = mentions ? { mentions: { userIds: ['bob'], channelWide: null } } : {}
  const event: IncidentEvent = {
    state,
    at: null,
    began: null,
    now: NOW + number * 60_000,
    fingerprint: `${text}${more.join('')}`,
    title: text,
    by: '',
    says,
  }
  const part =
    more.length > 0 ? { props: { webhook_part: { index: 0, count: 1 + more.length } } } : {}
  const composed = [composedOf(text, { ...whom, ...part }), ...more.map((each) => composedOf(each))]
  return { composed, event, mode, calls }
}

interface Shown {
  readonly root: string
  readonly state: unknown
  readonly replies: readonly string[]
}

/** What a reader sees after reports that are applied in as many folds as there are lists. */
function after(folds: readonly (readonly Report[])[]): Shown {
  const replies: string[] = []
  let known: Known | null = null
  const last = (): Partial<Known> => known ?? {}
  const store = (fold: Fold): void => {
    const [[opening, ...others] = [], ...told] = fold.groups
    // What began before stays as it is.
    if (opening && known) replies.push(known.root.message)
    for (const post of [...others, ...told.flat()]) replies.push(post.message)
    const root: HookPost | null = opening
      ? { ...opening, id: 'root', createAt: NOW, updateAt: NOW }
      : known && { ...known.root, ...fold.edit }
    const incident = fold.incident ? { ...fold.incident, ...PLACE } : known?.incident
    known = root && incident ? { root, incident } : null
  }
  for (const reports of folds) {
    let fold = new Fold(known, OPTIONS)
    let applied = 0
    for (const report of reports) {
      if (fold.next(report).course.kind === 'first' && applied > 0) {
        store(fold)
        fold = new Fold(known, OPTIONS)
        applied = 0
      }
      fold.apply(fold.next(report))
      applied += 1
    }
    store(fold)
  }
  const { root, incident } = last()
  return { root: root?.message ?? '', state: incident?.state, replies }
}

const oneByOne = (reports: readonly Report[]): Shown => after(reports.map((report) => [report]))
const asOne = (reports: readonly Report[]): Shown => after([reports])

describe('reports of an incident that come together', () => {
  const cases: readonly (readonly [string, readonly Said[], readonly string[]])[] = [
    ['edits make no reply', [{ text: 'a' }, { text: 'b' }, { text: 'c' }], []],
    [
      'a change of state is a reply',
      [
        { text: 'a', state: 'open' },
        { text: 'b', state: 'closed' },
      ],
      ['b'],
    ],
    [
      'several changes are one reply that lists them',
      [
        { text: 'a', state: 'open' },
        { text: 'b', state: 'acknowledged' },
        { text: 'c', state: 'open' },
        { text: 'd', state: 'closed' },
      ],
      ['Acknowledged 2026-09-21 14:14 · Reopened 14:15 · Resolved 14:16 (UTC)'],
    ],
    [
      'a remark is a reply of its own',
      [
        { text: 'a', state: 'open' },
        { text: 'note', says: 'remark' },
        { text: 'b', state: 'acknowledged' },
        { text: 'c', state: 'closed' },
      ],
      ['note', 'Acknowledged 2026-09-21 14:15 · Resolved 14:16 (UTC)'],
    ],
    [
      'so is what mentions somebody, and what does not fit into one post',
      [
        { text: 'a', state: 'open' },
        { text: '@bob', state: 'acknowledged', mentions: true },
        { text: 'long', more: ['longer'] },
        { text: 'b', state: 'closed' },
      ],
      ['@bob', 'long', 'longer', 'b'],
    ],
    [
      'only the post of the incident changes if its owner wants that',
      [
        { text: 'a', state: 'open', mode: 'edit' },
        { text: 'b', state: 'acknowledged', mode: 'edit' },
        { text: 'c', state: 'closed', mode: 'edit' },
      ],
      [],
    ],
  ]
  for (const [title, said, replies] of cases) {
    it(title, () => {
      expect(asOne(said.map(reportOf)).replies).to.deep.equal(replies)
    })
  }

  it('say their state behind whom a rule mentions', () => {
    const titled = (said: Said, number: number): Report => {
      const report = reportOf(said, number)
      return { ...report, event: { ...report.event, title: 'Disk' } }
    }
    const said: readonly Said[] = [
      { text: '@bob Firing: Disk', state: 'open', mentions: true, calls: true, mode: 'edit' },
      { text: 'Resolved: Disk', state: 'closed', says: 'state', mode: 'edit' },
    ]
    expect(asOne(said.map(titled)).root).to.match(/^@bob Resolved: Disk/)
  })

  it('reply with what a rule says to somebody new, once, and not if it shows nothing', () => {
    const said: readonly Said[] = [
      { text: 'a', state: 'open', mode: 'edit' },
      { text: '@bob b', mentions: true, calls: true, mode: 'edit' },
      { text: '@bob c', mentions: true, calls: true, mode: 'edit' },
      { text: '@bob d', mentions: true, mode: 'edit' },
      { text: 'silent', calls: true, mode: 'edit' },
    ]
    expect(asOne(said.map(reportOf)).replies).to.deep.equal(['@bob b'])
  })

  it('say what each of them did with the post, and which posts are its own', () => {
    const fold = new Fold(null, OPTIONS)
    const said: readonly Said[] = [
      { text: 'a', state: 'open' },
      { text: 'a', state: 'open' },
      { text: 'b', state: 'acknowledged' },
      { text: 'note', says: 'remark' },
      { text: 'c', state: 'closed' },
    ]
    const applied = said.map(reportOf).map((report) => fold.apply(fold.next(report)))
    expect(applied).to.deep.equal([
      { action: 'created', group: 0 },
      { action: 'unchanged', group: null },
      { action: 'edited', group: 1 },
      { action: 'edited', group: 2 },
      { action: 'edited', group: 1 },
    ])
  })

  it('show all that they show one by one, but for edits that later ones replace', () => {
    const said = fc.record({
      text: fc.integer({ min: 0, max: 999 }).map((n) => `text${n}`),
      state: fc.constantFrom(null, 'open', 'update', 'acknowledged', 'closed'),
      says: fc.constantFrom<Says>('report', 'report', 'report', 'remark', 'state'),
      more: fc.constantFrom([], [], [], ['more1', 'more2']),
      mentions: fc.constantFrom(false, false, true),
      calls: fc.boolean(),
      mode: fc.constantFrom<'reply' | 'edit'>('reply', 'edit'),
    })
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 12 }), (all) => {
        // Each has a text of its own, but for some that are sent twice.
        const reports = all
          .map((one, n) => ({ ...one, text: `${one.text} ${n}` }))
          .flatMap((one, n) => (n % 4 === 3 ? [one, one] : [one]))
          .map(reportOf)
        const [whole, each] = [asOne(reports), oneByOne(reports)]
        expect([whole.root, whole.state]).to.deep.equal([each.root, each.state])
        const own = (text: string): boolean => {
          const report = reports.find(({ composed }) => composed[0]?.message === text)
          if (!report) return text.startsWith('more')
          const { event, composed } = report
          const isLong = composed.length > 1
          return event.says === 'remark' || isLong || composed[0]?.mentions.userIds.length === 1
        }
        // What only changes the state may be in a list.
        expect(whole.replies.filter(own)).to.include.members(each.replies.filter(own))
        const lists = whole.replies.filter((text) => / \(UTC\)$/.test(text)).join()
        const changes = each.replies.length - each.replies.filter(own).length
        const told =
          lists === ''
            ? whole.replies.filter((text) => !own(text)).length
            : lists.split(' · ').length
        expect(told).to.be.at.least(Math.min(changes, 8))
      }),
      { numRuns: 500 },
    )
  })
})
