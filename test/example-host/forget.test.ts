import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { migrate } from 'express-incoming-webhooks/postgres'
import request from 'supertest'
import { ifThere } from '../../example-host/store/disk/fs.js'
import { nodeFileSystem, openStore, type ChatStore } from '../../example-host/store/index.js'
import { openPostgresStore } from '../../example-host/store/postgres/index.js'
import { useTables } from '../support/postgres.js'
import { until } from '../support/until.js'
import { bodyOf, type Chat, idOf, member, type Person, startChat } from './chat.js'

const NAME = 'xulla.q_7'
const AGENT = 'Xulla-Agent/7'
const ADDRESS = '198.51.100.77'

/** A store in which a test searches. */
interface Searched {
  readonly store: ChatStore
  /** All that is stored, by where it is. */
  stored(): Promise<ReadonlyMap<string, string>>
  /** Lets the next forgetting fail near its end; the function lets later ones work again. */
  breakEnd(): Promise<() => Promise<unknown>>
  again(): Promise<ChatStore>
}

interface Scene {
  readonly chat: Chat
  readonly xulla: Person
  readonly bob: Person
  /** What nothing may have of the person but for the id. */
  readonly traces: readonly string[]
  readonly hooks: Readonly<
    Record<'handed' | 'private' | 'taken' | 'bobs', { id: string; key: string }>
  >
}

/** A chat in which a person has left traces in every place. */
async function scene(store: ChatStore): Promise<Scene> {
  const chat = await startChat({ store })
  chat.chat.app.set('trust proxy', 1)
  const xulla = await chat.addPerson(NAME)
  const bob = await chat.addPerson('bob')
  const open = await chat.addChannel('open', 'O', xulla)
  const closed = await chat.addChannel('closed', 'P', xulla)
  const hook = async (as: Person, channel: string, fields: object = {}) => {
    const given = { channel_id: channel, display_name: 'Hook', ...fields }
    const made = bodyOf(await chat.api('post', '/hooks/incoming', as, given).expect(201))
    return { id: String(member(made, 'id')), key: String(member(made, 'key')) }
  }
  const post = (as: Person, channel: string, message: string, rootId = '') =>
    chat.api('post', '/posts', as, { channel_id: channel, message, root_id: rootId }).expect(201)
  const send = (key: string, body: object | string) =>
    request(chat.url)
      .post(`/hooks/${key}`)
      .set({ 'User-Agent': AGENT, 'X-Forwarded-For': ADDRESS, 'Content-Type': 'application/json' })
      .send(body)
  const hooks = {
    handed: await hook(xulla, open),
    private: await hook(xulla, closed),
    taken: await hook(bob, open),
    bobs: await hook(bob, open, {
      acknowledge: true,
      description: `Ask @${NAME}`,
      rules: [{ when: { branch: 'main' }, then: { mention: `@${NAME}` } }],
    }),
  }
  await chat
    .api('post', `/users/${xulla.id}/logins`, xulla, {
      login: 'https://github.com/xullahub',
    })
    .expect(201)
  const root = idOf(await post(xulla, open, 'XULLA WROTE THIS'))
  await post(bob, open, 'a reply', root)
  await post(bob, open, `Thanks, @${NAME}!`)
  const direct = idOf(
    await chat.api('post', '/channels/direct', bob, [bob.id, xulla.id]).expect(201),
  )
  await post(bob, direct, 'BETWEEN XULLA AND BOB')
  for (const { key } of [hooks.handed, hooks.private]) {
    await send(key, { text: 'of a webhook' }).expect(200)
    await send(key, '{"text": "KEPT OF XULLA').expect(400)
  }

  const given = { channel_id: open, display_name: 'Hook', user_id: xulla.id }
  await chat.api('put', `/hooks/incoming/${hooks.taken.id}`, chat.admin, given).expect(200)
  await acknowledged(chat, xulla, hooks.bobs.key)

  await until(
    'the audit',
    async () => (await store.audit.list({ page: 0, perPage: 60 })).length >= 5,
  )
  await until('what owners are told', async () => /webhook_notice/.test(await pageOf(chat, bob)))
  return { chat, xulla, bob, hooks, traces: tracesOf(xulla) }
}

async function acknowledged(chat: Chat, by: Person, key: string): Promise<void> {
  const sent = await request(chat.url)
    .post(`/hooks/${key}?wait=true&incident=disk`)
    .send({ text: 'The disk is full' })
    .expect(200)
  const [{ id } = { id: '' }] = (sent.body as { posts: { id: string }[] }).posts
  await chat.api('post', `/posts/${id}/actions/own_acknowledge`, by, {}).expect(200)
}

/** What the direct channel of a person with themself has. */
async function pageOf(chat: Chat, person: Person): Promise<string> {
  const own = idOf(await chat.api('post', '/channels/direct', person, [person.id, person.id]))
  return (await chat.api('get', `/channels/${own}/posts`, person)).text
}

function tracesOf({ token }: Person): readonly string[] {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return ['xulla', AGENT, '198.51.100', String(member(payload, 'jti'))]
}

/** Where a text is stored, in any case of letters. */
async function placesOf(text: string, { stored }: Pick<Searched, 'stored'>): Promise<string[]> {
  const wanted = text.toLowerCase()
  return [...(await stored())]
    .filter(([, all]) => all.toLowerCase().includes(wanted))
    .map(([place]) => place)
}

async function expectForgotten(
  searched: Pick<Searched, 'stored'>,
  { traces, xulla, hooks }: Scene,
): Promise<void> {
  for (const trace of traces) expect(await placesOf(trace, searched), trace).to.deep.equal([])
  // What was sent is encrypted.
  for (const { id } of [hooks.private, hooks.handed]) {
    const places = (await placesOf(id, searched)).filter((place) => /log|deliver|kept/.test(place))
    expect(places, 'what came to a webhook').to.deep.equal([])
  }
  const places = (await placesOf(xulla.id, searched)).filter((place) => !/audit/.test(place))
  expect(places, 'the id').to.deep.equal([])
  expect(await placesOf(xulla.id, searched), 'the id in the audit').to.have.lengthOf(1)
}

function forget({ chat, xulla, bob }: Scene): request.Test {
  return chat.api('delete', `/users/${xulla.id}?permanent=true&hand_over_to=${bob.id}`, chat.admin)
}

function itForgets(open: () => Promise<Searched>): void {
  let searched: Searched
  let all: Scene
  beforeEach(async () => {
    searched = await open()
    all = await scene(searched.store)
  })
  afterEach(() => all.chat.close())

  it('leaves nothing but the id in the audit, also after a restart', async () => {
    for (const trace of [...all.traces, all.xulla.id]) {
      expect(await placesOf(trace, searched), trace).to.not.deep.equal([])
    }
    await forget(all).expect(200)
    await expectForgotten(searched, all)
    await all.chat.chat.close()
    await searched.store.close()
    const store = await searched.again()
    await expectForgotten(searched, all)
    expect(await store.users.byUsername(NAME)).to.equal(null)
    const { username, email, admin } = {
      username: NAME,
      email: `${NAME}@example.test`,
      admin: false,
    }
    await store.users.create({ username, email, admin, passwordHash: '' })
    await store.close()
  })

  it('leaves what others have written, and webhooks and their posts to the new owner', async () => {
    const { chat, bob, hooks } = all
    await forget(all).expect(200)
    const channel = await chat.store.channels.byName('open', chat.teamId)
    const posts = await chat.store.posts.page(channel?.id ?? '')
    expect(posts.map(({ message }) => message)).to.include('Thanks, a former user!')
    const ofWebhooks = posts.filter(({ webhookId }) => webhookId === hooks.handed.id)
    expect(ofWebhooks.map(({ userId, message }) => [userId, message])).to.deep.equal([
      [bob.id, 'of a webhook'],
    ])
    for (const { id, key } of [hooks.handed, hooks.taken]) {
      const found = bodyOf(await chat.api('get', `/hooks/incoming/${id}`, bob).expect(200))
      expect(found).to.include({ key, user_id: bob.id })
      const log = bodyOf(await chat.api('get', `/hooks/incoming/${id}/deliveries`, bob).expect(200))
      expect(log).to.deep.equal([])
    }
    await chat.api('get', `/hooks/incoming/${hooks.private.id}`, chat.admin).expect(404)
    await request(chat.url).post(`/hooks/${hooks.handed.key}`).send({ text: 'goes on' }).expect(200)
    const listed = JSON.stringify(await chat.store.audit.list({ page: 0, perPage: 60 }))
    expect(listed).to.include('"username":"bob"').and.include('"username":""')
  })

  it('does the rest when it is called again after a failure', async () => {
    const mend = await searched.breakEnd()
    await forget(all).expect((answer) => {
      expect(answer.status).to.be.within(500, 504)
    })
    await mend()
    await forget(all).expect((answer) => {
      expect(answer.status).to.be.oneOf([200, 404])
    })
    await expectForgotten(searched, all)
    await forget(all).expect(404)
  })

  it('is for administrators, and neither for themselves nor without a new owner who is there', async () => {
    const { chat, xulla, bob } = all
    const path = `/users/${xulla.id}?permanent=true`
    await chat.api('delete', path, bob).expect(403)
    await chat.api('delete', path, xulla).expect(403)
    await chat.api('delete', path, null).expect(401)
    await chat.api('delete', `/users/${chat.admin.id}?permanent=true`, chat.admin).expect(403)
    await chat.api('delete', `${path}&hand_over_to=nobody`, chat.admin).expect(404)
    await chat.api('delete', `${path}&hand_over_to=${xulla.id}`, chat.admin).expect(400)
    // Of variables that are not set.
    await chat.api('delete', `${path}&hand_over_to=`, chat.admin).expect(400)
    await chat.api('delete', `/users/${xulla.id}?permanent=`, chat.admin).expect(400)
    await chat.api('delete', `/users/${xulla.id}?permanent=1`, chat.admin).expect(400)
    expect(await chat.store.users.byId(xulla.id)).to.include({ username: NAME, deleteAt: 0 })
  })

  it('only deactivates without `permanent`', async () => {
    const { chat, xulla, hooks } = all
    await chat.api('delete', `/users/${xulla.id}`, xulla).expect(200)
    // In PostgreSQL, what a node has in its cache is current a moment later.
    await until('it is known', async () => (await chat.store.users.byId(xulla.id))?.deleteAt !== 0)
    expect(await chat.store.users.byId(xulla.id)).to.include({ username: NAME })
    await chat.api('get', `/hooks/incoming/${hooks.private.id}`, chat.admin).expect(200)
  })
}

describe('a person whom the example host forgets', () => {
  describe('in files', () => {
    let dir = ''
    afterEach(() => rm(dir, { recursive: true, maxRetries: 3 }))

    itForgets(async () => {
      dir = await mkdtemp(join(tmpdir(), 'forget-'))
      let isBroken = false
      const fs = {
        ...nodeFileSystem,
        rename: async (from: string, to: string) => {
          if (isBroken && to.endsWith('state.json')) throw new Error('no disk')
          return nodeFileSystem.rename(from, to)
        },
      }
      // So that there are earlier versions of files, too.
      const options = { fs, snapshotAfter: 2_000, segmentBounds: { posts: 3, bytes: 1e6 } }
      return {
        store: await openStore({ dir, ...options }),
        again: () => openStore({ dir, ...options }),
        breakEnd: () => {
          isBroken = true
          return Promise.resolve(() => Promise.resolve((isBroken = false)))
        },
        stored: async () => {
          const names = await readdir(dir, { recursive: true, withFileTypes: true })
          const paths = names
            .filter((each) => each.isFile())
            .map((each) => join(each.parentPath, each.name))
          return new Map(
            await Promise.all(
              paths.map(
                async (path) => [path, (await ifThere(readFile(path, 'utf8'))) ?? ''] as const,
              ),
            ),
          )
        },
      }
    })
  })

  describe('in PostgreSQL', () => {
    const emptied = useTables(({ pool }) => migrate(pool, { chat: true }))

    itForgets(async () => {
      const { url, pool, schema } = await emptied()
      const open = (): Promise<ChatStore> => openPostgresStore({ url, max: 4 })
      return {
        store: await open(),
        again: open,
        breakEnd: async () => {
          await pool.query('ALTER TABLE chat_audit RENAME TO hidden_audit')
          return () => pool.query('ALTER TABLE hidden_audit RENAME TO chat_audit')
        },
        stored: async () => {
          const tables = await pool.query<{ name: string }>(
            'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
            [schema],
          )
          const read = tables.rows.map(async ({ name }) => {
            const { rows } = await pool.query<{ row: string }>(
              `SELECT kept::text AS row FROM ${name} AS kept`,
            )
            return [name, rows.map(({ row }) => row).join('\n')] as const
          })
          return new Map(await Promise.all(read))
        },
      }
    })
  })
})
