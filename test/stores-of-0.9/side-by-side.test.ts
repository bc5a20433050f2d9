import { expect } from 'chai'
import { type HookIncident, toClientPost } from 'express-incoming-webhooks'
import type { PostBatch } from 'express-incoming-webhooks/adapters'
import { usePostgres } from '../support/postgres.js'
import { present } from '../support/present.js'
import { type Kind, type Opened, openedStore } from './opened.js'
import { BUILD, DISK_IS_FULL, PATH, report, STORES, WRITTEN_AT } from './written.js'

const KINDS: readonly Kind[] = ['webhooks', 'incidents', 'posts', 'batches']

describe('nodes of other versions on the same store', () => {
  const openSchema = usePostgres()
  let opened: Opened | null = null
  afterEach(async () => {
    await opened?.close()
    opened = null
  })

  for (const store of STORES) {
    const open = async (): Promise<Opened> => (opened = await openedStore(store, openSchema))

    // The files of the chat belong to one node.
    if (store !== 'chat') {
      it(`find the names of 0.9 in what this one writes, in ${store}`, async () => {
        const host = await open()
        const names = async (): Promise<readonly (readonly string[])[]> =>
          Promise.all(KINDS.map(async (kind) => namesIn(await host.stored(kind))))
        const before = await names()
        await writeAnew(host)
        const after = await names()
        for (const [index, known] of before.entries())
          expect(after[index]).to.include.members(known)
      })
    }

    it(`may change an incident under its name in 0.9, in ${store}`, async () => {
      const { posts, written, send } = await open()
      const find = async () => present(await posts.findById(written.diskPostId))
      const shown = async (): Promise<unknown> =>
        toClientPost(await find()).props['webhook_incident']
      await send(report('db-1', 'The disk of db-1 is still full', 'open'))
      const { props, version = 0 } = await find()
      const until = WRITTEN_AT + 60_000
      const over = { state: 'closed', count: 3, since: WRITTEN_AT, until } as const
      const edit = {
        id: written.diskPostId,
        changes: { props: { ...props, webhook_thing: over }, version: version + 1 },
        expectedVersion: version,
      }
      await change({ posts, written }, over, edit)
      expect(await shown()).to.deep.equal(over)
      // The post keeps what it says, because this is more than a post.
      const [root] = await send(report('db-1', 'full '.repeat(5_000), 'open'))
      expect(root).to.deep.include({ id: written.diskPostId, action: 'edited' })
      expect(await shown()).to.include({ state: 'open', count: 4 })
      expect((await find()).props).not.to.have.property('webhook_thing')
    })

    it(`may know more of an incident, which is kept, in ${store}`, async () => {
      const { posts, written, send } = await open()
      const newer = { acknowledgedBy: null, mentioned: ['ann'] }
      await change({ posts, written }, { title: 'The disk', ...newer })
      await send(report('db-1', 'The disk of db-1 has room again', 'closed'))
      const found = await posts.findIncident(written.webhookId, written.channelId, 'db-1')
      expect(found).to.deep.include({ ...newer, state: 'closed', count: 2 })
    })
  }
})

/** Writes each kind of record as 0.9 has written those that are there. */
async function writeAnew({ webhooks, written, send }: Opened): Promise<void> {
  const { userId, channelId } = written
  const { id } = await webhooks.manage.create(userId, {
    channelId,
    displayName: 'Alerts',
    incidentPath: PATH,
    together: 'reply',
  })
  const { key } = await webhooks.manage.regenerate(userId, id, { overlapSeconds: 60 })
  await send(DISK_IS_FULL, present(key))
  await send(BUILD, present(key))
}

/** Writes the open incident as another node does. */
async function change(
  { posts, written }: Pick<Opened, 'posts' | 'written'>,
  changes: Partial<HookIncident>,
  edit?: PostBatch['edit'],
): Promise<void> {
  const { webhookId, channelId } = written
  const known = present(await posts.findIncident(webhookId, channelId, 'db-1'))
  const incident = { ...known, ...changes, version: known.version + 1 }
  const { stored } = await posts.createBatch({
    posts: [],
    ...(edit && { edit }),
    incident: { incident, expectedVersion: known.version },
  })
  expect(stored).to.equal(true)
}

/** The paths of all members. 0.9 does not show what `webhook_incident` says. */
function namesIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => namesIn(each, path)))].sort()
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) =>
    namesIn(member, `${path}.${name === 'webhook_incident' ? 'webhook_thing' : name}`),
  )
}
