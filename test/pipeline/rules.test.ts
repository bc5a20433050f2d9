import { expect } from 'chai'
import type { EventRule, RuleEffect } from '../../lib/model/event-rules.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { filtersIn } from '../../lib/pipeline/shown-events.js'
import { id } from '../support/hook-host.js'
import { type Pipeline, pipeline, refuses } from './pipeline.js'

function webhookWith(then: RuleEffect, changes: Partial<IncomingWebhook> = {}) {
  const rules: readonly EventRule[] = [{ when: { 'body.parse': 'none' }, then }]
  return { webhook: { rules, ...changes } }
}

async function sent(payload: object, then: RuleEffect, changes: Partial<IncomingWebhook> = {}) {
  const made: Pipeline = pipeline()
  const delivered = await made.send(
    { text: 'hello', parse: 'none', ...payload },
    webhookWith(then, changes),
  )
  return { ...made, delivered, post: delivered.posts[0] }
}

const reasons = ({ delivered }: Awaited<ReturnType<typeof sent>>): string =>
  delivered.warnings.map(({ path, reason }) => `${path}: ${reason}`).join('\n')

describe('a rule that names a channel', () => {
  it('comes before the payload', async () => {
    const { delivered, post } = await sent({ channel: 'Mixed' }, { channel: id('off-topic') })
    expect(post?.channelId).to.equal(id('off-topic'))
    expect(delivered).to.deep.include({ rules: [0], channelName: 'OFF-TOPIC' })
    expect(delivered.warnings).to.deep.equal([])
  })

  it('comes before a channel that does not exist, and makes no direct channel', async () => {
    const { post } = await sent({ channel: 'no-such' }, { channel: id('off-topic') })
    expect(post?.channelId).to.equal(id('off-topic'))
    const direct = await sent({ channel: '@bob' }, { channel: id('off-topic') })
    expect(direct.post?.channelId).to.equal(id('off-topic'))
    expect([...direct.adapters.host.channels.values()].map(({ type }) => type)).not.to.include(
      'direct',
    )
  })

  it('is looked up once, beside the rest', async () => {
    const { calls } = await sent({}, { channel: id('off-topic') })
    expect(Object.fromEntries(calls)).to.deep.include({
      'channels.findById': 2,
      'channels.canPost': 1,
      'users.findByIds': 1,
    })
  })

  it('that is the own one costs no look-up', async () => {
    const { calls, post } = await sent({}, { channel: id('alerts') })
    expect(post?.channelId).to.equal(id('alerts'))
    expect(calls.get('channels.findById')).to.equal(1)
  })

  for (const [why, channel] of [
    ['is gone', id('no-such')],
    ['is archived', id('archived')],
    ['is one that the owner cannot read', id('private-out')],
  ] as const) {
    it(`leaves the message in the webhook's channel where that ${why}`, async () => {
      const result = await sent({ channel: 'Mixed' }, { channel })
      expect(result.post?.channelId).to.equal(id('alerts'))
      expect(reasons(result)).to.match(/^rules: the channel of a rule is gone/)
    })
  }

  it('does not lead a locked webhook away', async () => {
    const result = await sent({}, { channel: id('off-topic') }, { channelLocked: true })
    expect(result.post?.channelId).to.equal(id('alerts'))
    expect(reasons(result)).to.include('moves nothing')
  })

  it('still refuses where the webhook’s own channel cannot be read either', async () => {
    await refuses(
      { text: 't', parse: 'none' },
      'channel_not_permitted',
      webhookWith({ channel: id('archived') }, { channelId: id('private-out') }),
    )
  })

  it('takes a message out of its thread, and says so', async () => {
    const made = pipeline()
    const first = await made.send({ text: 'root' })
    const rootId = first.posts[0]?.id ?? ''
    const reply = { text: 'reply', root_id: rootId }
    const moved = await made.send(
      { ...reply, parse: 'none' },
      webhookWith({ channel: id('off-topic') }),
    )
    expect(moved.posts[0]).to.include({ channelId: id('off-topic'), rootId: '' })
    expect(moved.warnings.map(({ path }) => path)).to.deep.equal(['root_id'])
    const stays = await made.send(
      { ...reply, parse: 'none' },
      webhookWith({ channel: id('alerts') }),
    )
    expect(stays.posts[0]).to.include({ rootId })
  })
})

describe('a rule that mentions', () => {
  it('puts a person before the text, whatever texts may do', async () => {
    const { post } = await sent({ text: '@carol' }, { mention: '@Bob' }, { mentions: 'none' })
    expect(post).to.include({ message: '@Bob @carol' })
    expect(post?.mentions).to.deep.equal({ userIds: [id('bob')], channelWide: null })
  })

  it('puts the channel before the text', async () => {
    const { post } = await sent({ text: 'fire, @here' }, { mention: 'channel' })
    expect(post?.message).to.equal('@channel fire, @here')
    expect(post?.mentions.channelWide).to.equal('channel')
  })

  for (const text of ['# head', '- item', '> quote', '```\ncode\n```', '| a |', '1. one']) {
    it(`leaves what is Markdown only at the beginning of a line: ${JSON.stringify(text)}`, async () => {
      const { post } = await sent({ text }, { mention: '@bob' })
      expect(post?.message).to.equal(`@bob\n\n${text}`)
    })
  }

  it('stands alone above attachments', async () => {
    const { post } = await sent({ text: '', attachments: [{ text: 'a' }] }, { mention: '@bob' })
    expect(post?.message).to.equal('@bob')
  })

  it('says that nobody has this name', async () => {
    const result = await sent({}, { mention: '@nobody' })
    expect(result.post?.message).to.equal('@nobody hello')
    expect(reasons(result)).to.match(/^rules: a rule mentions @nobody/)
  })

  it('is none where a store keeps null', async () => {
    const then: RuleEffect = { channel: id('off-topic') }
    for (const name of ['mention', 'priority', 'silent', 'skip']) Reflect.set(then, name, null)
    const { delivered, post } = await sent({}, then)
    expect(post).to.include({ message: 'hello', channelId: id('off-topic'), priority: null })
    expect(delivered.warnings).to.deep.equal([])
  })

  it('is within the 50 names that are looked up, the first of them', async () => {
    const text = Array.from({ length: 50 }, (_, index) => `@name${index}`).join(' ')
    const result = await sent({ text }, { mention: '@bob' })
    expect(result.post?.mentions.userIds).to.deep.equal([id('bob')])
    expect(reasons(result)).to.include('took the place of 1')
  })

  it('notifies nobody where a rule is silent', async () => {
    const { post } = await sent({}, { mention: '@bob', silent: true })
    expect(post?.mentions).to.deep.equal({ userIds: [], channelWide: null })
    expect(post?.props).to.include({ silent_notification: true })
  })
})

describe('a rule', () => {
  it('sets the priority, and leaves the rest of it', async () => {
    const { post } = await sent({}, { priority: 'urgent' })
    expect(post?.priority).to.include({ priority: 'urgent', requestedAck: false })
    const asked = { priority: { priority: 'urgent', requested_ack: true } }
    const lower = await sent(asked, { priority: '' })
    expect(lower.post?.priority).to.include({ priority: '', requestedAck: true })
    expect((await sent({}, { silent: true })).post?.priority).to.equal(null)
  })

  it('may make loud what wants to be silent', async () => {
    const { post } = await sent({ text: '@bob', silent: true }, { silent: false })
    expect(post?.mentions.userIds).to.deep.equal([id('bob')])
  })

  it('skips without a look-up or a post', async () => {
    const { delivered, calls, posts } = await sent({}, { skip: true })
    expect(delivered).to.deep.include({ skipped: true, rules: [0], event: '' })
    expect(posts()).to.deep.equal([])
    expect([...calls.keys()].filter((name) => name.includes('.find'))).to.deep.equal([])
  })

  it('that does not hold changes nothing', async () => {
    const { send } = pipeline()
    const { posts, rules } = await send({ text: 't' }, webhookWith({ skip: true }))
    expect(posts).to.have.lengthOf(1)
    expect(rules).to.deep.equal([])
  })

  it('knows our own format by its names', async () => {
    for (const format of ['native', 'slack', 'mattermost']) {
      const rules = [{ when: { format }, then: { skip: true } }] as const
      const { skipped } = await pipeline().send({ text: 't' }, { webhook: { rules } })
      expect(skipped).to.equal(true)
    }
  })
})

describe('whom texts of our own format mention', () => {
  const text = '@bob <!here> @channel'
  for (const [mentions, userIds, channelWide] of [
    ['all', [id('bob')], 'here'],
    ['people', [id('bob')], null],
    ['none', [], null],
  ] as const) {
    it(`is ${mentions}, wherever they stand`, async () => {
      const { send } = pipeline()
      const elements = [
        { type: 'user', user_id: id('bob') },
        { type: 'broadcast', range: 'here' },
      ]
      const rich = [{ type: 'rich_text_section', elements }]
      for (const payload of [
        { text },
        { attachments: [{ pretext: text }] },
        { attachments: [{ title: text }] },
        { attachments: [{ text, fields: [{ title: 'f', value: text }] }] },
        { blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] },
        { blocks: [{ type: 'rich_text', elements: rich }] },
      ]) {
        const { posts, warnings } = await send(payload, { webhook: { mentions } })
        expect(posts[0]?.mentions).to.deep.equal({ userIds, channelWide })
        expect(warnings).to.deep.equal([])
      }
    })
  }

  it('leaves the text as it is, and looks nobody up', async () => {
    const { send, calls } = pipeline()
    const names = Array.from({ length: 60 }, (_, index) => `@name${index}`).join(' ')
    const { posts, warnings } = await send({ text: names }, { webhook: { mentions: 'none' } })
    expect(posts[0]?.message).to.equal(names)
    expect(warnings).to.deep.equal([])
    expect(calls.get('users.findByUsernames') ?? 0).to.equal(0)
  })

  it('does not stop the owner of the webhook from being named', async () => {
    const { send } = pipeline()
    const { posts } = await send({ text: `<@${id('alice')}>` }, { webhook: { mentions: 'none' } })
    expect(posts[0]?.mentions.userIds).to.deep.equal([])
  })
})

describe('the filters of a URL', () => {
  for (const [query, facts, isFiltered] of [
    [{}, { branch: 'dev' }, false],
    [{ branches: 'main,release/*' }, { branch: 'main' }, false],
    [{ branches: 'main, release/*' }, { branch: 'release/1' }, false],
    [{ branches: 'main,release/*' }, { branch: 'dev' }, true],
    [{ branches: 'main' }, {}, false],
    [{ branches: '' }, { branch: 'dev' }, false],
    [{ labels: 'bug,urgent' }, { label: ['docs', 'urgent'] }, false],
    [{ labels: 'bug' }, { label: ['docs'] }, true],
    [{ labels: 'bug' }, { label: [] }, true],
    [{ labels: 'bug' }, {}, false],
    [{ min_severity: 'warning' }, { severity: 'critical' }, false],
    [{ min_severity: 'warning' }, { severity: 'info' }, true],
    [{ min_severity: 'WARN' }, { severity: 'notice' }, true],
    [{ min_severity: 'warning' }, { severity: 'purple' }, false],
    [{ min_severity: 'warning' }, {}, false],
    [{ min_severity: 'terrible' }, { severity: 'info' }, false],
    [{ branches: 'main', labels: 'bug' }, { branch: 'main', label: [] }, true],
  ] as const) {
    const shown = `${JSON.stringify(query)} with ${JSON.stringify(facts)}`
    it(`${isFiltered ? 'filter out' : 'let through'}: ${shown}`, () => {
      expect(filtersIn(query, facts).isFiltered).to.equal(isFiltered)
    })
  }

  it('warn of a severity that there is not', () => {
    const { warnings } = filtersIn({ min_severity: 'terrible' }, {})
    expect(warnings.map(({ path }) => path)).to.deep.equal(['min_severity'])
    expect(filtersIn({ min_severity: '' }, {}).warnings).to.deep.equal([])
  })
})
