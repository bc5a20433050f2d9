import { expect } from 'chai'
import type { HookChannel, HookPost, HookUser } from 'express-incoming-webhooks'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import type { EventRule } from '../../lib/model/event-rules.js'
import { initialValues } from '../../lib/model/fields.js'
import type { IncidentState } from '../../lib/model/incidents.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { SETTINGS_FIELDS } from '../../lib/model/settings-fields.js'
import { createDeliver } from '../../lib/pipeline/deliver.js'
import type { Delivered } from '../../lib/pipeline/once.js'
import { createStoreTogether } from '../../lib/pipeline/together.js'
import { checkedDelivery } from '../support/checked-delivery.js'
import { webhookOf } from '../support/hook-host.js'
import { openMemory } from '../support/memory-session.js'
import { openOverSql } from '../support/over-sql-session.js'

interface Scene {
  readonly session: ConformanceSession
  readonly home: HookChannel
  readonly ops: HookChannel
  readonly people: Readonly<Record<'owner' | 'bob' | 'carol', HookUser>>
  readonly webhook: IncomingWebhook
  /** The channels of the posts that were announced. */
  readonly announced: string[]
  readonly report: (body: object, state?: IncidentState, changes?: Changes) => Promise<Delivered>
  readonly postsIn: (channel: HookChannel) => Promise<readonly HookPost[]>
}

type Changes = Partial<IncomingWebhook>

const OPS_RULE = (channel: string): EventRule => ({
  when: { 'body.parse': 'ops' },
  then: { channel },
})

/** A webhook whose reports with `parse: ops` go to a private channel. */
async function sceneOf(open: () => ConformanceSession | Promise<ConformanceSession>) {
  const session = await open()
  const personOf = (username: string) =>
    session.seedUser({
      username,
      email: `${username}@example.org`,
      admin: false,
      active: true,
      passwordHash: '',
    })
  const people = {
    owner: await personOf('owner'),
    bob: await personOf('bob'),
    carol: await personOf('carol'),
  }
  const channelOf = (name: string, type: 'public' | 'private') =>
    session.seedChannel({ name, displayName: name, type, archived: false })
  const home = await channelOf('home', 'public')
  const ops = await channelOf('ops', 'private')
  await session.addMember(ops.id, people.owner.id)
  const rules = [OPS_RULE(ops.id), { when: { state: 'closed' }, then: { skip: true } }] as const
  const webhook = webhookOf({
    userId: people.owner.id,
    channelId: home.id,
    teamId: home.teamId,
    together: 'reply',
    rules,
  })
  const announced: string[] = []
  let now = Date.now()
  const parts = {
    adapters: checkedDelivery(session.adapters),
    userIdPattern: /^[a-z0-9]{26}$/,
    maxPostLength: 16_383,
    iconEmoji: true,
    show: 'attachments',
    botUserId: null,
    formats: new Formats(allFormats),
    clock: () => (now += 1_000),
    permalink: (post: HookPost, channel: HookChannel) =>
      `https://chat.test/${channel.name}/${post.id}`,
    announce: ({ channel }: { readonly channel: HookChannel }) => announced.push(channel.id),
    tell: () => undefined,
  } as const
  const deliver = createDeliver({ storeTogether: createStoreTogether(parts), ...parts })
  const settings = initialValues(SETTINGS_FIELDS)
  const scene: Scene = {
    session,
    home,
    ops,
    people,
    webhook,
    announced,
    report: (body, state = 'open', changes = {}) =>
      deliver({
        request: {
          contentType: undefined,
          queryPayload: null,
          body: { kind: 'parsed', value: body },
          correlation: { key: 'disk', state, isStateInHeader: true, unknownState: '' },
        },
        webhook: { ...webhook, ...changes },
        settings,
        key: null,
      }),
    postsIn: async ({ id }) => (await session.readPosts(id)) as readonly HookPost[],
  }
  return scene
}

const texts = (posts: readonly HookPost[]): readonly string[] =>
  posts.map(({ message }) => message.replace(/\n\n.*$/s, ''))

for (const [where, open] of [
  ['in memory', openMemory],
  ['in the tables of a chat', openOverSql],
] as const) {
  describe(`rules and an incident, ${where}`, () => {
    let scene: Scene
    beforeEach(async () => {
      scene = await sceneOf(open)
    })
    afterEach(async () => {
      await scene.session.close?.()
    })

    it('keep it where its first report went, and show its end there', async () => {
      const { report, postsIn, home, ops, announced } = scene
      const first = await report({ text: 'at 97', parse: 'ops' })
      expect(first).to.deep.include({ actions: ['created'], channelName: 'ops' })
      expect((await report({ text: 'at 81' })).actions).to.deep.equal(['edited'])
      const taken = await report({ text: 'looked at' }, 'acknowledged')
      expect(taken.actions).to.deep.equal(['edited', 'replied'])
      expect(taken.channelName).to.equal('ops')
      const end = await report({ text: 'fine' }, 'closed')
      expect(end).to.deep.include({ rules: [1], actions: ['edited', 'replied'] })
      expect(await postsIn(home)).to.deep.equal([])
      const [root, ...replies] = await postsIn(ops)
      expect(root?.props['webhook_incident']).to.include({ state: 'closed' })
      expect(replies.map(({ rootId }) => rootId)).to.deep.equal([root?.id, root?.id])
      expect(new Set(announced)).to.deep.equal(new Set([ops.id]))
    })

    it('do not move it, wherever a later report alone would go', async () => {
      const { report, postsIn, home, ops } = scene
      await report({ text: 'at 80' })
      expect((await report({ text: 'at 97', parse: 'ops' })).actions).to.deep.equal(['edited'])
      expect(await postsIn(ops)).to.deep.equal([])
      expect(texts(await postsIn(home))).to.deep.equal(['at 97'])
    })

    it('skip its end where it has no post', async () => {
      const { report, postsIn, home } = scene
      expect(await report({ text: 'fine' }, 'closed')).to.deep.include({ skipped: true, posts: [] })
      expect(await postsIn(home)).to.deep.equal([])
    })

    it('let it begin anew where the owner may no longer post where it was', async () => {
      const { report, postsIn, home, ops } = scene
      await report({ text: 'at 97', parse: 'ops' })
      const moved = await report({ text: 'at 98' }, 'open', { channelLocked: true })
      expect(moved.actions).to.deep.equal(['created'])
      expect(moved.warnings.map(({ path }) => path)).to.deep.equal(['rules'])
      expect(texts(await postsIn(home))).to.deep.equal(['at 98'])
      expect(texts(await postsIn(ops))).to.deep.equal(['at 97'])
      // And there it stays.
      await report({ text: 'at 99', parse: 'ops' })
      expect(texts(await postsIn(home))).to.deep.equal(['at 99'])
    })

    it('of several at once make one post', async () => {
      const { report, postsIn, home, ops } = scene
      await Promise.all(
        [1, 2, 3, 4, 5].map((at) =>
          report({ text: `at ${at}`, ...(at % 2 ? { parse: 'ops' } : {}) }),
        ),
      )
      const all = [...(await postsIn(home)), ...(await postsIn(ops))]
      expect(all.filter(({ rootId }) => !rootId)).to.have.lengthOf(1)
    })

    for (const together of ['edit', 'reply'] as const) {
      it(`notify whom no earlier report did by a reply, where reports are told by ${together}`, async () => {
        const { report, people, postsIn, home } = scene
        const calling = (name: string): Changes => ({
          together,
          rules: [{ when: {}, then: { mention: `@${name}` } }],
        })
        await report({ text: 'at 80' }, 'open', { together, rules: [] })
        const bob = await report({ text: 'at 90' }, 'open', calling('bob'))
        expect(bob.actions).to.deep.equal(['edited', 'replied'])
        expect(bob.posts[1]?.mentions.userIds).to.deep.equal([people.bob.id])
        const again = await report({ text: 'at 95' }, 'open', calling('bob'))
        expect(again.actions).to.deep.equal(['edited'])
        const carol = await report({ text: 'at 98' }, 'open', calling('carol'))
        expect(carol.actions).to.deep.equal(['edited', 'replied'])
        const [root] = await postsIn(home)
        expect(root?.props['webhook_incident']).to.include({ title: 'at 98' })
      })
    }

    it('notify in a fold as they do one after another', async () => {
      const { report, postsIn, home, people } = scene
      const rules = [
        { when: { 'body.parse': 'bob' }, then: { mention: '@bob' } },
        { when: { 'body.parse': 'carol' }, then: { mention: '@carol' } },
      ] as const
      const changes = { together: 'edit', rules } as const
      await report({ text: 'first' }, 'open', changes)
      const told = await Promise.all(
        ['bob', 'bob', 'carol', 'carol', 'bob'].map((parse, at) =>
          report({ text: `at ${at}`, parse }, 'open', changes),
        ),
      )
      const called = told.flatMap(({ posts: [, ...own] }) =>
        own.flatMap(({ mentions }) => mentions.userIds),
      )
      expect(called).to.have.members([people.bob.id, people.carol.id])
      const [, ...replies] = await postsIn(home)
      expect(replies).to.have.lengthOf(2)
    })

    it('name it without whom they mention', async () => {
      const { report, postsIn, home } = scene
      const rules = [{ when: {}, then: { mention: '@bob' } }] as const
      await report({ text: 'Disk is full' }, 'open', { rules })
      const [root] = await postsIn(home)
      expect(root?.message).to.match(/^@bob Disk is full/)
      expect(root?.props['webhook_incident']).to.include({ title: 'Disk is full' })
    })
  })
}
