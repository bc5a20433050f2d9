import { expect } from 'chai'
import { endureIncidents, faultsOf } from './endure.js'
import { allOr } from '../../support/all.js'
import { makeIncidents } from './lives.js'
import { judge, type PostRow, type IncidentRow } from './look.js'

const INCIDENTS = allOr(60, 8)

describe('two nodes that are killed while incidents are reported, and their database too', () => {
  it('show each incident in one post, in its last state', async function () {
    this.timeout(240_000)
    const endured = await endureIncidents(INCIDENTS, 1)
    expect(faultsOf(endured)).to.deep.equal([])
    expect(endured.restarts).to.be.above(0)
    expect(endured.statuses.get(200)).to.be.at.least(endured.deliveries)
  })
})

describe('the check of the posts of incidents', () => {
  const incidents = makeIncidents(1)
  const [incident] = incidents
  const id = incident?.id ?? ''
  const root = (changes: Partial<PostRow> = {}): PostRow => ({
    id: 'root',
    root_id: '',
    message: `Disk of ${id} is full`,
    shown: {
      state: incident?.state ?? '',
      count: 3,
      since: incident?.since ?? 0,
      until: incident?.until ?? null,
    },
    ...changes,
  })
  const known: IncidentRow = { name: id, post: 'root', state: incident?.state ?? '' }
  const reply = { id: 'reply', root_id: 'root', message: 'Resolved', shown: null }
  const right = { missing: 0, doubled: 0, untrue: 0, torn: 0, repeated: 0, strange: 0 }
  const rows: readonly (readonly [string, readonly PostRow[], IncidentRow, object])[] = [
    ['accepts a post with its replies', [root(), reply], known, right],
    ['finds a post that is missing', [], known, { missing: 1 }],
    ['finds a second post', [root(), root({ id: 'second' })], known, { doubled: 1 }],
    [
      'finds a post that does not say how the incident is',
      [root({ shown: null })],
      known,
      { untrue: 1 },
    ],
    ['finds a post that its incident does not name', [root()], { ...known, post: '' }, { torn: 1 }],
    ['finds a change that was told twice', [root(), reply, reply], known, { repeated: 1 }],
    ['finds a post of nothing', [root(), root({ message: '' })], known, { strange: 1 }],
  ]
  for (const [title, posts, incident, expected] of rows) {
    it(title, () => {
      expect(judge(incidents, posts, [incident])).to.include(expected)
    })
  }
})
