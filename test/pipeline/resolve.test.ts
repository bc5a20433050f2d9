import { expect } from 'chai'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import type { ErrorCode } from '../../lib/model/errors.js'
import { id } from '../support/hook-host.js'
import { pipeline, refusalOf, refuses, type SendOptions } from './pipeline.js'

const pair = (a: string, b: string): string => `${id(a)}__${id(b)}`
const direct = (a: string, b: string): string => [id(a), id(b)].sort().join('__')

async function channelOf(channel: string | null, changes: SendOptions = {}): Promise<string> {
  const { adapters, send } = pipeline()
  const { posts } = await send({ text: 't', channel }, changes)
  expect(posts).to.have.lengthOf(1)
  return adapters.host.channels.get(posts[0]?.channelId ?? '')?.name ?? ''
}

describe('the destination', () => {
  const cases: readonly (readonly [string | null, string])[] = [
    [null, 'alerts'],
    ['', 'alerts'],
    ['off-topic', 'off-topic'],
    ['#off-topic', 'off-topic'],
    ['Off-Topic', 'off-topic'],
    ['#OFF-TOPIC', 'off-topic'],
    ['Mixed', 'Mixed'],
    ['alerts', 'alerts'],
    ['private-in', 'private-in'],
    ['group-in', 'group-in'],
    [id('off-topic'), 'off-topic'],
    [id('private-in'), 'private-in'],
    ['@bob', direct('alice', 'bob')],
    ['@BOB', direct('alice', 'bob')],
    ['@alice', direct('alice', 'alice')],
    ['@gone', direct('alice', 'gone')],
    [pair('alice', 'bob'), direct('alice', 'bob')],
    [pair('bob', 'alice'), direct('alice', 'bob')],
    [pair('bob', 'carol'), direct('bob', 'carol')],
    [pair('carol', 'bob'), direct('bob', 'carol')],
    [pair('alice', 'alice'), direct('alice', 'alice')],
  ]
  for (const [channel, name] of cases) {
    it(`is the channel ${name} where a payload names ${JSON.stringify(channel)}`, async () => {
      expect(await channelOf(channel)).to.equal(name)
    })
  }

  it('is the channel of this name that the owner of the webhook may post in', async () => {
    const { adapters, send, posts } = pipeline({}, (all) => ({
      ...all,
      channels: {
        ...all.channels,
        findByName: (name, _teamId, ownerId) =>
          [...all.host.channels.values()].find(
            (each) => each.name === name && all.host.members.get(each.id)?.has(ownerId) === true,
          ) ?? null,
      },
    }))
    const ops = {
      teamId: 'main',
      type: 'group',
      name: 'ops',
      displayName: '',
      deleteAt: 0,
    } as const
    for (const [channelId, member] of [
      ['theirs', 'bob'],
      ['own', 'alice'],
    ] as const) {
      adapters.host.channels.set(channelId, { ...ops, id: channelId })
      adapters.host.members.set(channelId, new Set([id(member)]))
    }
    await send({ text: 't', channel: 'ops' })
    expect(posts().map(({ channelId }) => channelId)).to.deep.equal(['own'])
  })

  const unknown = (name: string): string => `there is no channel “${name}”, or it is archived`
  const UNNAMED = 'there is no channel with this name, or it is archived'
  const NO_PAIR = 'channel: unknown user in the pair'
  const NO_USER = 'channel: no user with this name'
  const refused: readonly (readonly [string, ErrorCode, string])[] = [
    ['nope', 'channel_not_found', unknown('nope')],
    ['#', 'channel_not_found', UNNAMED],
    ['##off-topic', 'channel_not_found', UNNAMED],
    ['~off-topic', 'channel_not_found', UNNAMED],
    [' off-topic', 'channel_not_found', UNNAMED],
    [
      'My Alerts',
      'channel_not_found',
      `${UNNAMED}: \`channel\` takes the name in the channel's URL, such as my-alerts, and not its display name`,
    ],
    ['mixed', 'channel_not_found', unknown('mixed')],
    ['archived', 'channel_not_found', unknown('archived')],
    [id('archived'), 'channel_not_found', UNNAMED],
    ['private-out', 'channel_not_found', unknown('private-out')],
    [id('private-out'), 'channel_not_found', unknown(id('private-out'))],
    [`#${id('off-topic')}`, 'channel_not_found', unknown(id('off-topic'))],
    [id('nothing'), 'channel_not_found', UNNAMED],
    ['alice__bob', 'channel_not_found', unknown('alice__bob')],
    [`${id('alice')}__${id('nobody')}`, 'channel_not_found', NO_PAIR],
    ['x'.repeat(300), 'channel_not_found', UNNAMED],
    ['@', 'user_not_found', NO_USER],
    ['@nobody', 'user_not_found', NO_USER],
    ['@@bob', 'user_not_found', NO_USER],
    ['@ bob', 'user_not_found', NO_USER],
    ['@bob@example.org', 'user_not_found', NO_USER],
    [`@${'x'.repeat(300)}`, 'user_not_found', NO_USER],
  ]
  for (const [channel, code, detail] of refused) {
    it(`is refused where a payload names ${JSON.stringify(channel.slice(0, 40))}: ${detail}`, async () => {
      const error = await refuses({ text: 't', channel }, code)
      expect(error.detail).to.equal(detail)
    })
  }

  it('is the same answer for what is unknown, archived and out of reach', async () => {
    const details = ['nope', 'archived', 'private-out'].map(async (channel) => {
      const { detail } = await refuses({ text: 't', channel }, 'channel_not_found')
      return detail.replace(channel, '')
    })
    expect(new Set(await Promise.all(details)).size).to.equal(1)
  })

  it("is a channel of the webhook's own team", async () => {
    await refuses({ text: 't', channel: 'off-topic' }, 'channel_not_found', {
      webhook: { teamId: 'other' },
    })
  })

  it('may be private where the owner is an administrator', async () => {
    const webhook = { userId: id('admin') }
    expect(await channelOf('private-out', { webhook })).to.equal('private-out')
  })

  it('is made once for a pair, and is the same one in either order', async () => {
    const { adapters, send } = pipeline()
    const before = adapters.host.channels.size
    for (const channel of ['@bob', pair('bob', 'alice'), pair('alice', 'bob')])
      await send({ text: 't', channel })
    expect(adapters.host.channels.size).to.equal(before + 1)
  })

  it('is a direct channel of others no longer when the setting restricts them', async () => {
    const settings = { restrictDirectMessagesToCreator: true }
    expect(await channelOf(pair('bob', 'alice'), { settings })).to.equal(direct('alice', 'bob'))
    expect(await channelOf('@bob', { settings })).to.equal(direct('alice', 'bob'))
    const others = { text: 't', channel: pair('bob', 'carol') }
    expect((await refuses(others, 'channel_not_found', { settings })).detail).to.equal(
      'channel: direct messages must include the owner of the webhook',
    )
  })

  it('is no direct channel that is archived', async () => {
    const { adapters, send, posts } = pipeline()
    await send({ text: 't', channel: '@bob' })
    for (const [channelId, channel] of adapters.host.channels) {
      if (channel.type === 'direct')
        adapters.host.channels.set(channelId, { ...channel, deleteAt: 1 })
    }
    const error = await refusalOf(send({ text: 't', channel: '@bob' }))
    expect([error.code, error.detail]).to.deep.equal([
      'channel_not_found',
      'the direct channel is archived',
    ])
    expect(posts()).to.have.lengthOf(1)
  })
})

describe('what the host is asked', () => {
  const LONGEST = 'x'.repeat(256)

  async function asked(payload: object): Promise<Readonly<Record<string, number>>> {
    const { calls, send } = pipeline()
    await send({ text: 't', ...payload }).catch(() => undefined)
    return Object.fromEntries(calls)
  }

  const channels: readonly (readonly [string, number | undefined])[] = [
    ['#', undefined],
    [`${LONGEST}x`, undefined],
    [LONGEST, 1],
    ['nope', 1],
    ['Nope', 2],
  ]
  for (const [channel, times] of channels) {
    it(`is the channel ${channel.slice(0, 10)} ${times ?? 0} times`, async () => {
      expect((await asked({ channel }))['channels.findByName']).to.equal(times)
    })
  }

  const people: readonly (readonly [string, number | undefined])[] = [
    ['@', undefined],
    [`@${LONGEST}x`, undefined],
    [`@${LONGEST}`, 1],
    ['', undefined],
  ]
  for (const [channel, times] of people) {
    it(`is the user ${channel.slice(0, 10)} ${times ?? 0} times`, async () => {
      expect((await asked({ channel }))['users.findByUsernames']).to.equal(times)
    })
  }

  it('is a post only where one is named', async () => {
    expect(await asked({})).not.to.have.property('posts.findById')
    expect((await asked({ root_id: 'x' }))['posts.findById']).to.equal(1)
  })

  const ids: readonly (readonly [string, object, readonly string[]])[] = [
    ['the owner alone', {}, [id('alice')]],
    ['everybody once', { text: `<@${id('bob')}> <@${id('alice')}>` }, [id('alice'), id('bob')]],
    ['both people of a pair', { channel: pair('bob', 'carol') }, ['alice', 'bob', 'carol'].map(id)],
  ]
  for (const [title, payload, expected] of ids) {
    it(`is by id ${title}`, async () => {
      const found: (readonly string[])[] = []
      const { send } = pipeline({}, (memory) => ({
        ...memory,
        users: {
          ...memory.users,
          findByIds: (wanted) => {
            found.push(wanted)
            return memory.users.findByIds(wanted)
          },
        },
      }))
      await send({ text: 't', ...payload })
      expect(found).to.deep.equal([expected])
    })
  }
})

describe('a locked webhook', () => {
  const webhook = { channelLocked: true }

  it('posts to its own channel, named or not', async () => {
    for (const channel of [null, 'alerts', '#ALERTS', id('alerts')]) {
      expect(await channelOf(channel, { webhook })).to.equal('alerts')
    }
  })

  for (const channel of [
    'off-topic',
    id('off-topic'),
    '@bob',
    '@alice',
    pair('alice', 'bob'),
    'private-in',
  ]) {
    it(`posts nowhere else: ${channel}`, async () => {
      const error = await refuses({ text: 't', channel }, 'channel_locked', { webhook })
      expect(error.detail).to.equal('channel: the webhook is locked to its own channel')
    })
  }

  const first: readonly (readonly [string, ErrorCode])[] = [
    ['nope', 'channel_not_found'],
    ['archived', 'channel_not_found'],
    ['private-out', 'channel_not_found'],
    ['@nobody', 'user_not_found'],
  ]
  for (const [channel, code] of first) {
    it(`says ${code} before locked for ${channel}`, async () => {
      await refuses({ text: 't', channel }, code, { webhook })
    })
  }
})

describe('the channel of a webhook', () => {
  it('that is archived or gone is not found, for a locked webhook too', async () => {
    for (const channelLocked of [false, true]) {
      const webhook = { channelLocked, channelId: id('archived') }
      await refuses({ text: 't' }, 'channel_not_found', { webhook })
      await refuses({ text: 't' }, 'channel_not_found', {
        webhook: { channelLocked, channelId: 'x' },
      })
    }
  })

  it('that its owner has been removed from is not permitted', async () => {
    for (const channelLocked of [false, true]) {
      const webhook = { channelLocked, channelId: id('private-out') }
      const error = await refuses({ text: 't' }, 'channel_not_permitted', { webhook })
      expect(error.detail).to.equal("the owner can no longer read the webhook's channel")
    }
  })

  it('counts the membership of the moment', async () => {
    const leave = ({ host }: MemoryAdapters): void => {
      host.members.get(id('private-in'))?.clear()
    }
    const webhook = { channelId: id('private-in') }
    expect(await channelOf(null, { webhook })).to.equal('private-in')
    await refuses({ text: 't' }, 'channel_not_permitted', { webhook }, leave)
  })
})

describe('an owner', () => {
  it('who is gone or deactivated stops the webhook, before the destination is judged', async () => {
    for (const userId of [id('gone'), id('nobody')]) {
      const error = await refuses({ text: 't' }, 'channel_not_permitted', { webhook: { userId } })
      expect(error.detail).to.equal('the owner of the webhook is no longer active')
      await refuses({ text: 't', channel: 'nope' }, 'channel_not_permitted', {
        webhook: { userId },
      })
    }
  })
})
