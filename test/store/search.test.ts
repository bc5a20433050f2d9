import { expect } from 'chai'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import { wantedIn } from '../../example-host/store/search.js'
import { searchPosts } from '../../example-host/store/postgres/search.js'
import { keepWords, queryOf, wordSweep } from '../../example-host/store/postgres/words.js'
import { newPost } from '../support/new-post.js'
import { sweepWords } from '../support/sweep-words.js'
import { usePostgresServer } from '../support/postgres.js'
import { type ChatNode, type ChatSchema, openChatSchema } from '../support/postgres-chat.js'

describe('the words that PostgreSQL is asked for', () => {
  const rows: [terms: string, isOr: boolean, query: string | null][] = [
    ['disk', false, "('disk':*)"],
    ['Disk FULL', false, "('disk':*) & ('full':*)"],
    ['disk full', true, "('disk':*) | ('full':*)"],
    ['db-01', false, "('db' & '01')"],
    ['a.* disk', false, "('a') & ('disk':*)"],
    ['.* disk', false, "('disk':*)"],
    ['.* disk', true, null],
    ['.*', false, null],
    ['Ärger', false, "('ärger':*)"],
    ['警報', false, null],
    ["it's", false, "('it' & 's')"],
    ['x'.repeat(65), false, `('${'x'.repeat(64)}':* & 'x')`],
  ]
  for (const [terms, isOr, query] of rows) {
    it(`are ${query ?? 'none'} for ${terms.slice(0, 20)}${isOr ? ', one of them' : ''}`, () => {
      expect(queryOf(wantedIn(terms, isOr))?.words ?? null).to.equal(query)
    })
  }
})

describe('a search of posts on PostgreSQL', () => {
  const server = usePostgresServer()
  let schema: ChatSchema
  let node: ChatNode
  let channelId: string
  let userId: string
  let count = 0

  before(async () => {
    schema = await openChatSchema(server())
    node = schema.node()
    userId = await addUser('reader')
    channelId = await addChannel('open', 'public')
  })

  after(async () => {
    await node.close()
    await schema.close()
  })

  async function addUser(username: string): Promise<string> {
    const email = `${username}@example.test`
    const account = { username, email, admin: false, active: true, passwordHash: '' }
    return (await schema.seed.seedUser(account)).id
  }

  async function addChannel(name: string, type: 'public' | 'private'): Promise<string> {
    const channel = { name, displayName: name, type, archived: false }
    return (await schema.seed.seedChannel(channel)).id
  }

  async function store(message: string, fields: Partial<NewPost> = {}): Promise<string> {
    count += 1
    const post = newPost({ id: `post ${count}`, channelId, message, ...fields })
    await node.chat.adapters.posts.createBatch({ posts: [post] })
    return post.id
  }

  const sweep = (): Promise<void> => sweepWords(node.chat)

  async function found(terms: string, limit = 20): Promise<readonly string[]> {
    const wanted = wantedIn(terms, false)
    const posts = await searchPosts(node.chat, { userId, teamIds: ['team'], wanted, limit })
    return posts.map(({ id }) => id)
  }

  /** What the index has of a word, whatever is shown. */
  async function kept(word: string): Promise<number> {
    const text = 'SELECT count(*)::integer AS rows FROM chat_post_words WHERE words @@ $1::tsquery'
    const { rows } = await schema.pool.query<{ readonly rows: number }>(text, [`'${word}'`])
    return rows[0]?.rows ?? 0
  }

  it('finds posts before and after their words are kept, the newest first', async () => {
    const first = await store('Quokka one')
    await sweep()
    expect(await kept('quokka')).to.equal(1)
    const second = await store('quokkas **two**')
    expect(await found('quokka')).to.deep.equal([second, first])
    expect(await found('quokka two')).to.deep.equal([second])
    expect(await found('quokka', 1)).to.deep.equal([second])
    await sweep()
    expect(await found('quokka')).to.deep.equal([second, first])
  })

  it('keeps the words of posts that were there 15 s before, whatever their times are', async () => {
    let ahead = 0
    const sweepOnce = wordSweep({ ...node.chat, clock: () => node.chat.clock() + ahead })
    const early = await store('kowari')
    const inFuture = `UPDATE chat_posts SET create_at = create_at + 3600000, update_at = update_at + 3600000
      WHERE id = $1`
    await schema.pool.query(inFuture, [early])
    await sweepOnce()
    ahead = 10_000
    await store('mulgara')
    await sweepOnce()
    expect([await kept('kowari'), await kept('mulgara')]).to.deep.equal([0, 0])
    ahead = 16_000
    await sweepOnce()
    expect([await kept('kowari'), await kept('mulgara')]).to.deep.equal([1, 0])
    ahead = 26_000
    await sweepOnce()
    expect([await kept('kowari'), await kept('mulgara')]).to.deep.equal([1, 1])
  })

  it('keeps the words of a post that was edited before it was prepared, and is the only new one', async () => {
    await sweep()
    const id = await store('antechinus')
    await node.chat.adapters.posts.update(id, { message: 'phascogale', version: 1 }, 0)
    await sweep()
    expect([await kept('antechinus'), await kept('phascogale')]).to.deep.equal([0, 1])
  })

  it('keeps words behind posts that are deleted, of however many', async () => {
    await schema.pool
      .query(`INSERT INTO chat_posts (id, channel_id, user_id, message, create_at, update_at, delete_at)
      SELECT 'gone ' || n, '${channelId}', '', '', n, n, n FROM generate_series(1, 1100) AS n`)
    await store('kultarr')
    await sweep()
    expect(await kept('kultarr')).to.equal(1)
  })

  it('finds what is old as well as what is new, once and the newest first', async () => {
    const ids: string[] = []
    for (const place of [0, 100_000, 120_000, 500_000, 1_000_000, 1_000_000]) {
      await schema.pool.query(
        `SELECT setval(pg_get_serial_sequence('chat_posts', 'place'),
          $1 + nextval(pg_get_serial_sequence('chat_posts', 'place')))`,
        [place],
      )
      ids.unshift(await store(`wombat ${place}`))
      await sweep()
    }
    expect(await found('wombat')).to.deep.equal(ids)
    expect(await found('wombat 500000')).to.deep.equal([ids[2]])
    expect(await found('wombat 0')).to.deep.equal([ids[5]])
  })

  it('finds the words of cards and incidents, also behind the first of many', async () => {
    const attachments = [
      { title: 'Wombat\nis missing', fields: [{ title: 'Region', value: 'eu' }] },
    ]
    const id = await store('card', { props: { attachments } })
    for (let i = 0; i < 70; i += 1) await store(`hay ${i}`)
    await sweep()
    expect(await found('wombat missing region')).to.deep.equal([id])
  })

  it('finds what a post shows now, once', async () => {
    const id = await store('numbat asleep')
    await sweep()
    await node.chat.adapters.posts.update(id, { message: 'numbat awake', version: 1 }, 0)
    await sweep()
    expect(await found('awake')).to.deep.equal([id])
    expect(await found('numbat')).to.deep.equal([id])
    expect(await found('asleep')).to.deep.equal([])
  })

  it('keeps no words of a deleted post and of the replies to it', async () => {
    const root = await store('bilby root')
    await store('bandicoot reply', { rootId: root })
    await store('beside')
    await sweep()
    expect([await kept('bilby'), await kept('bandicoot')]).to.deep.equal([1, 1])
    await node.chat.adapters.posts.delete(root)
    await sweep()
    expect([await kept('bilby'), await kept('bandicoot')]).to.deep.equal([0, 0])
    expect(await kept('beside')).to.equal(1)
  })

  it('keeps no words that were taken out of a post at once', async () => {
    const id = await store('potoroo')
    await sweep()
    await schema.pool.query(
      `UPDATE chat_posts SET message = '', update_at = update_at + 1 WHERE id = $1`,
      [id],
    )
    const words = keepWords(node.chat, () => undefined)
    await words.renew([id])
    await words.close()
    expect(await kept('potoroo')).to.equal(0)
  })

  it('finds nothing in channels of others and archived ones', async () => {
    const closed = await addChannel('closed', 'private')
    const id = await store('dunnart', { channelId: closed })
    await sweep()
    expect(await found('dunnart')).to.deep.equal([])
    await schema.seed.addMember(closed, userId)
    expect(await found('dunnart')).to.deep.equal([id])
    await schema.pool.query('UPDATE chat_channels SET delete_at = 1 WHERE id = $1', [closed])
    expect(await found('dunnart')).to.deep.equal([])
  })

  it('looks through the newest posts for what is no word', async () => {
    const id = await store('✓ done')
    await sweep()
    expect(await found('✓')).to.deep.equal([id])
  })

  it('keeps no words of posts that are older than all that are kept', async () => {
    await schema.pool.query('TRUNCATE chat_posts')
    await store('the only one')
    await sweep()
    await sweep()
    expect(await kept('quokka')).to.equal(0)
    expect(await kept('only')).to.equal(1)
  })
})
