import { expect } from 'chai'
import { createPostgresChat, migrate, type PostgresChat } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { useTables } from '../../support/postgres.js'
import { webhookOf } from '../../support/hook-host.js'

const KEY = 'a'.repeat(64)
const PREVIOUS = 'b'.repeat(64)
const OTHER = 'c'.repeat(64)

describe('look-ups in PostgreSQL that share a statement', () => {
  const emptied = useTables(({ pool }) => migrate(pool, { chat: true }))
  let chat: PostgresChat
  let pool: pg.Pool

  beforeEach(async () => {
    ;({ pool } = await emptied())
    await pool.query(`
      INSERT INTO chat_teams (id, name, display_name, create_at) VALUES ('a', 'a', 'A', 0), ('a b', 'ab', 'A B', 0);
      INSERT INTO chat_channels (id, team_id, type, name, display_name, creator_id, create_at)
        VALUES ('one', 'a', 'private', 'b c', '', '', 0), ('one two', 'a b', 'private', 'c', '', '', 0);
      INSERT INTO chat_users (id, username, email, password_hash, admin, create_at)
        VALUES ('three', 'three', 'three', '', false, 0), ('two three', 'two', 'two', '', false, 0);
      INSERT INTO chat_members (channel_id, user_id, create_at) VALUES ('one two', 'three', 0)`)
    chat = createPostgresChat({ pool })
    await chat.caughtUp()
  })

  afterEach(() => chat.close())

  it('find a webhook by its key and by the one before, beside others that have none', async () => {
    const { webhooks } = chat.adapters
    const previousKey = { keyDigest: PREVIOUS, expiresAt: 9e12, lastUsed: 0, keyHint: 'bbbb' }
    await webhooks.create(webhookOf({ id: 'first', keyDigest: KEY, previousKey }))
    await webhooks.create(webhookOf({ id: 'second', keyDigest: OTHER }))
    for (let time = 0; time < 2; time += 1) {
      const found = await Promise.all(
        [KEY, PREVIOUS, OTHER, 'd'.repeat(64)].map(async (digest) =>
          webhooks.findByKeyDigest(digest),
        ),
      )
      const ids = found.map((webhook) => webhook?.id ?? null)
      expect(ids, `time ${time}`).to.deep.equal(['first', 'first', 'second', null])
    }
  })

  it('find what was asked for beside a key that no text can be', async () => {
    const { channels, users } = chat.adapters
    const found = await Promise.all([channels.findById('one'), channels.findById('one\0')])
    expect(found.map((channel) => channel?.id ?? null)).to.deep.equal(['one', null])
    expect(await users.findByIds(['three', 'three\0'])).to.have.lengthOf(1)
    await pool.query(`INSERT INTO chat_logins (login, user_id) VALUES ('git.test/ann', 'three')`)
    const claimed = await users.findByLogins?.('gitlab', 'git.test', ['ann', 'ann\0'])
    expect(claimed?.map(({ login }) => login)).to.deep.equal(['ann'])
    expect(await users.findCredentials('three\0')).to.equal(null)
    const named = await Promise.all(
      ['b c', 'b c\0'].map(async (name) => channels.findByName(name, 'a', '')),
    )
    expect(named.map((channel) => channel?.id ?? null)).to.deep.equal(['one', null])
  })

  it('tell apart ids and names with spaces', async () => {
    const { channels, users } = chat.adapters
    const found = await Promise.all([
      channels.findByName('b c', 'a', ''),
      channels.findByName('c', 'a b', ''),
      channels.findByName('c', 'a', ''),
    ])
    expect(found.map((channel) => channel?.id ?? null)).to.deep.equal(['one', 'one two', null])
    const [one, oneTwo] = await Promise.all([
      channels.findById('one'),
      channels.findById('one two'),
    ])
    const [three] = await users.findByIds(['three'])
    const [twoThree] = await users.findByIds(['two three'])
    if (!one || !oneTwo || !three || !twoThree) throw new Error('somebody is missing')
    expect(await channels.canPost(three, oneTwo)).to.equal(true)
    expect(await channels.canPost(twoThree, one)).to.equal(false)
  })
})
