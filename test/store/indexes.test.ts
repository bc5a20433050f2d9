import { expect } from 'chai'
import pg from 'pg'
import { usePostgresServer } from '../support/postgres.js'
import { until } from '../support/until.js'
import { newChannel } from './behaviour/session.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'
import * as support from './support.js'

/** Tables that grow with the chat. */
const LARGE = ['chat_posts', 'chat_members', 'chat_channels', 'chat_changes', 'chat_views']

describe('the statements of the store in PostgreSQL', () => {
  const url = usePostgresServer()
  let nodes: Nodes
  beforeEach(async () => {
    nodes = await openNodes(url())
  })
  afterEach(() => nodes.close())

  it('read no large table from its beginning to its end', async () => {
    // Indexes are made by reading the tables.
    await (await nodes.open()).close()
    const before = await scansOf(nodes.url)
    // Small tables are read whole unless the planner is kept from it.
    const store = await nodes.open({ settings: '-cenable_seqscan=off' })
    const teamId = await support.mainTeam(store)
    const anna = await support.newUser(store, 'anna')
    const ben = await support.newUser(store, 'ben')
    const { id: channelId } = await store.channels.create(newChannel(teamId, 'open', anna.id))
    const root = await store.posts.create({ channelId, userId: anna.id, message: 'root' })
    const reply = { channelId, userId: ben.id, message: 'reply', rootId: root.id }
    const { id: replyId } = await store.posts.create(reply)
    await store.channels.addMember(channelId, ben.id)
    await store.channels.members(channelId, { page: 0, perPage: 9 })
    await store.channels.countMembers(channelId)
    await store.channels.channelsOf(anna.id, teamId)
    await store.channels.listPublic(teamId, { page: 0, perPage: 9 })
    await store.channels.byName('open', teamId)
    for (const query of [{}, { before: replyId }, { after: root.id }, { since: 1 }]) {
      await store.posts.page(channelId, query)
    }
    await store.posts.thread(root.id)
    await store.posts.replies([root.id])
    await store.posts.edit(replyId, 'edited')
    await store.unread(ben.id, [channelId])
    await store.markViewed(ben.id, channelId)
    await store.channels.removeMember(channelId, ben.id, anna.id)
    await store.posts.delete(root.id)
    await store.channels.archive(channelId)
    await store.close()
    const after = await scansOf(nodes.url)
    for (const table of LARGE) expect(after.get(table), table).to.equal(before.get(table))
  })
})

/** How often each table was read whole. */
async function scansOf(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // A connection adds up what it has read when it ends.
  const others = `SELECT FROM pg_stat_activity
    WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()`
  await until('the connections have ended', async () => (await client.query(others)).rowCount === 0)
  const { rows } = await client.query<{ readonly relname: string; readonly seq_scan: string }>(
    'SELECT relname, seq_scan FROM pg_stat_user_tables WHERE schemaname = current_schema()',
  )
  await client.end()
  return new Map(rows.map(({ relname, seq_scan: scans }) => [relname, Number(scans)]))
}
