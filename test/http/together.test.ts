import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { hookHost, type HookHostOptions } from '../support/hook-host.js'
import {
  send,
  sendFixture,
  alerts,
  incident,
  pagerduty,
  pipeline,
  rootsOf,
  repliesOf,
  messagesOf,
  incidentOf,
  hostWith,
} from './incident-reports.js'

const HOUR = 3_600_000

describe('several events of one incident', () => {
  it('are one post of an alert, with a reply when it is resolved', async () => {
    const host = hostWith()
    const [firing, resolved] = alerts()
    if (!firing || !resolved) throw new Error('no recordings')
    for (const fixture of [firing, firing, resolved, resolved]) await sendFixture(host, fixture)
    const [root, ...others] = rootsOf(host)
    expect(others).to.deep.equal([])
    expect(incidentOf(root)).to.include({ state: 'closed', count: 2 })
    expect(messagesOf(repliesOf(host))).to.deep.equal([root?.message])
    expect(repliesOf(host)[0]?.root_id).to.equal(root?.id)
  })

  it('are a post each where the owner wants it so', async () => {
    const host = hostWith({ together: 'off' })
    for (const fixture of alerts()) await sendFixture(host, fixture)
    expect(rootsOf(host)).to.have.lengthOf(alerts().length)
    expect(incidentOf(rootsOf(host)[0])).to.equal(undefined)
  })

  it('change nothing when they are repeated', async () => {
    const host = hostWith({ together: 'reply' })
    await send(host, { text: 'disk full' }, incident('open'))
    const before = host.posts()
    await send(host, { text: 'disk full' }, incident('open')).expect(200, 'ok')
    expect(host.posts()).to.deep.equal(before)
  })

  it('are edits without replies where the owner wants no replies', async () => {
    const host = hostWith({ together: 'edit' })
    for (const state of ['open', 'acknowledged', 'closed']) {
      await send(host, { text: `disk ${state}` }, incident(state))
    }
    expect(messagesOf(host.posts())).to.deep.equal(['disk closed'])
  })

  it('notify in their first post and in replies, and never by an edit', async () => {
    const host = hostWith({ together: 'edit' })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'disk @bob' }, incident('closed'))
    expect(
      [...host.adapters.host.posts.values()].map(({ mentions }) => mentions.userIds),
    ).to.deep.equal([[]])
  })

  it('tell the host of edits and of posts', async () => {
    const told: string[] = []
    const onPosts = ({ change, posts }: { change: string; posts: readonly unknown[] }): void => {
      told.push(`${change} ${posts.length}`)
    }
    const host = hookHost({ options: { onPosts } })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'disk again' }, incident('open'))
    await send(host, { text: 'fine' }, incident('closed'))
    expect(told).to.deep.equal(['posted 1', 'edited 1', 'edited 1', 'posted 1'])
  })

  it('are one post when they come at once', async () => {
    const host = hookHost({
      // Slow, so that all of them have looked before the first is stored.
      adapt: ({ posts, ...adapters }) => ({
        ...adapters,
        posts: {
          ...posts,
          createBatch: async (batch) => {
            await setImmediate()
            return posts.createBatch(batch)
          },
        },
      }),
    })
    const sent = Array.from({ length: 10 }, () => send(host, { text: 'disk' }, incident('open')))
    expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal(
      new Array(10).fill(200),
    )
    expect(rootsOf(host)).to.have.lengthOf(1)
  })

  it('are a new post when the first has been deleted', async () => {
    const host = hostWith()
    await send(host, { text: 'disk' }, incident('open'))
    for (const { id } of host.posts()) host.adapters.host.posts.delete(id)
    await send(host, { text: 'disk is fine' }, incident('closed'))
    expect(messagesOf(host.posts())).to.deep.equal(['disk is fine'])
  })

  it('are a new post, linked to the old one, an hour after the closing', async () => {
    const host = hostWith()
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'fine' }, incident('closed'))
    host.clock.now += HOUR
    await send(host, { text: 'again' }, incident('open'))
    expect(rootsOf(host)).to.have.lengthOf(1)
    await send(host, { text: 'fine again' }, incident('closed'))
    host.clock.now += HOUR + 1
    await send(host, { text: 'once more' }, incident('open'))
    const [old, fresh] = rootsOf(host)
    expect(fresh?.message).to.equal(
      `once more\n\n[The last time](https://chat.example/main/pl/${old?.id ?? ''})`,
    )
  })

  it('are replies where a message is longer than a post', async () => {
    const host = hookHost({ options: { maxPostLength: 1_000 } })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'log '.repeat(400) }, incident('update'))
    expect(rootsOf(host).map(({ message }) => message)).to.deep.equal(['disk'])
    expect(repliesOf(host)).to.have.lengthOf(2)
  })

  it('keep their post as it is for a note, which is a reply', async () => {
    const host = hostWith()
    await send(host, pagerduty('triggered', { title: 'Disk full' }))
    const [before] = rootsOf(host)
    await send(host, pagerduty('annotated', { content: 'Rolled back', incident: { id: 'Q1' } }))
    const [root] = rootsOf(host)
    expect(root?.message).to.equal(before?.message)
    expect(incidentOf(root)).to.include({ state: 'open', count: 2 })
    expect(JSON.stringify(repliesOf(host).map(({ props }) => props))).to.include('Rolled back')
  })

  const NOTE = pagerduty('annotated', { content: 'Rolled back', incident: { id: 'Q1' } })
  const withoutThreads: HookHostOptions = {
    adapt: (adapters) => ({
      ...adapters,
      guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'threads'),
    }),
  }
  const noted: readonly (readonly [string, HookHostOptions, replies: number])[] = [
    ['replies', {}, 2],
    ['edits alone', { webhook: { together: 'edit' } }, 1],
    ['a host without threads', withoutThreads, 0],
  ]
  for (const [where, options, replies] of noted) {
    it(`keep a note whole, before and after their post, with ${where}`, async () => {
      for (const order of ['first', 'second']) {
        const host = hookHost(options)
        const triggered = pagerduty('triggered', { title: 'Disk full' })
        const both = order === 'first' ? [NOTE, triggered] : [triggered, NOTE]
        for (const body of both) await send(host, body)
        await send(host, pagerduty('resolved', { title: 'Disk full' }))
        const told = host.posts().map((post) => JSON.stringify(post))
        expect(told.filter((post) => post.includes('Rolled back'))).to.have.lengthOf(1)
        const shown = rootsOf(host).find(
          (post) => incidentOf(post) && post.message.includes('Disk'),
        )
        expect(incidentOf(shown), order).to.include({ state: 'closed', count: 3 })
        const ofNote = order === 'first' ? Math.min(replies, 1) : 0
        expect(repliesOf(host), order).to.have.lengthOf(replies - ofNote)
      }
    })
  }

  it('end where the last one is hardly worth a message, which is none otherwise', async () => {
    const host = hostWith({ together: 'reply' })
    await send(host, pipeline(7, 'failed'))
    const wait = { query: '?wait=true' }
    const first = await send(host, pipeline(7, 'success'), wait)
    const second = await send(host, pipeline(8, 'success'), wait)
    expect(first.body).to.have.nested.property('posts[0].action', 'edited')
    expect(second.body).to.have.property('posts').deep.equal([])
    expect(host.posts()).to.have.lengthOf(1)
    expect(rootsOf(host)[0]?.message).to.include('passed')
  })

  it('do not change the first post of several, but its colour', async () => {
    const host = hookHost({ options: { maxPostLength: 1_000 } })
    const attachments = [{ color: 'danger', text: 'red' }]
    await send(host, { text: 'log '.repeat(400), attachments }, incident('open'))
    const before = rootsOf(host)
    const fine = { text: 'fine', attachments: [{ color: 'good', text: 'green' }] }
    await send(host, fine, incident('closed'))
    expect(messagesOf(rootsOf(host))).to.deep.equal(messagesOf(before))
    expect(messagesOf(repliesOf(host))).to.deep.equal(['fine'])
  })

  it('are all stored where fifty of them come at once', async () => {
    const host = hookHost({ options: { limits: { webhook: null } } })
    const events = Array.from({ length: 50 }, (_, n) => send(host, { text: `${n}` }, incident('')))
    const answers = await Promise.all(events)
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200))
    expect(incidentOf(rootsOf(host)[0])).to.include({ count: 50 })
  })

  it('are posts without a thread, however long, on a host without threads', async () => {
    const host = hookHost({
      options: { maxPostLength: 100 },
      adapt: (adapters) => ({
        ...adapters,
        guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'threads'),
      }),
    })
    for (const state of ['open', 'closed']) {
      await send(host, { text: `${state} `.repeat(50) }, incident(state)).expect(200)
    }
    expect(host.posts().length).to.be.above(2)
    expect(repliesOf(host)).to.deep.equal([])
  })

  it('are posts each, with a warning, on a host that cannot keep them', async () => {
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'incidents'),
      }),
    })
    await send(host, { text: 'one' }, incident('open'))
    const { text: answer } = await send(
      host,
      { text: 'two' },
      { ...incident('closed'), query: '?wait=true' },
    )
    expect(rootsOf(host)).to.have.lengthOf(2)
    expect(answer).to.include('Correlation-Key')
  })

  it('cannot be forged by the props of a payload', async () => {
    const host = hostWith()
    await send(host, { text: 'x', props: { webhook_incident: { state: 'closed' } } })
    expect(incidentOf(host.posts()[0])).to.equal(undefined)
  })
})
