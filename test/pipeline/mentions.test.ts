import { expect } from 'chai'
import type { HookMentions } from '../../lib/model/records.js'
import { id } from '../support/hook-host.js'
import { pipeline } from './pipeline.js'

const BOB = id('bob')
const CAROL = id('carol')

async function shown(payload: object): Promise<readonly (readonly [string, HookMentions])[]> {
  const { posts } = await pipeline().send(payload)
  return posts.map((post) => [post.message, post.mentions])
}

const to = (...userIds: string[]): HookMentions => ({ userIds, channelWide: null })

describe('mentions', () => {
  const cases: readonly (readonly [string, string, HookMentions])[] = [
    [`<@${BOB}> hi`, '@bob hi', to(BOB)],
    [`<${BOB}> hi`, '@bob hi', to(BOB)],
    [`<@${BOB}|robert> hi`, '@bob hi', to(BOB)],
    [`<@${id('nobody')}> hi`, `<@${id('nobody')}> hi`, to()],
    [`<${id('nobody')}> hi`, `<${id('nobody')}> hi`, to()],
    [`<@${id('nobody')}|who> hi`, 'who hi', to()],
    ['@bob and @CAROL.', '@bob and @CAROL.', to(BOB, CAROL)],
    ['@bob @bob', '@bob @bob', to(BOB)],
    ['@nobody', '@nobody', to()],
    ['bob@example.org', 'bob@example.org', to()],
    ['`@bob` `<!here>`', '`@bob` `<!here>`', to()],
    ['<!here>', '@here', { userIds: [], channelWide: 'here' }],
    ['@all', '@all', { userIds: [], channelWide: 'all' }],
    ['<!channel> <!here>', '@channel @here', { userIds: [], channelWide: 'channel' }],
    [`<!here> <@${BOB}>`, '@here @bob', { userIds: [BOB], channelWide: 'here' }],
    ['<!everyone> <!group>', '<!everyone> <!group>', to()],
  ]
  for (const [text, message, mentions] of cases) {
    it(`of ${JSON.stringify(text)} notify ${JSON.stringify(mentions)}`, async () => {
      expect(await shown({ text })).to.deep.equal([[message, mentions]])
    })
  }

  it('in attachments notify too', async () => {
    const [post] = await shown({
      attachments: [{ pretext: '@bob', title: `<@${CAROL}>`, fields: [{ value: '<!here>' }] }],
    })
    expect(post?.[1]).to.deep.equal({ userIds: [BOB, CAROL], channelWide: 'here' })
  })

  it('of a silent message notify nobody, and say so to clients', async () => {
    const { posts } = await pipeline().send({ text: '@bob <!here>', silent: true })
    expect(posts[0]?.mentions).to.deep.equal(to())
    expect(posts[0]?.props['silent_notification']).to.equal(true)
    const loud = await pipeline().send({ text: 't', silent: false })
    expect(loud.posts[0]?.props).not.to.have.property('silent_notification')
  })

  it('belong to the part in which they stand', async () => {
    const { posts } = await pipeline({ maxPostLength: 100 }).send({
      text: `@bob ${'x'.repeat(94)} @carol <!here>`,
    })
    expect(posts.map((post) => post.mentions)).to.deep.equal([
      to(BOB),
      { userIds: [CAROL], channelWide: 'here' },
    ])
  })

  it('take one query by id and one by name, however many they are', async () => {
    const { send, calls } = pipeline()
    const ids = Array.from({ length: 20 }, (_, n) => `<@${id(`u${n}x`)}>`).join(' ')
    const names = Array.from({ length: 20 }, (_, n) => `@name${n}`).join(' ')
    await send({ text: `${ids} ${names} <@${BOB}>`, channel: '@carol' })
    expect(calls.get('users.findByIds')).to.equal(1)
    expect(calls.get('users.findByUsernames')).to.equal(1)
  })

  it('past 50 look-ups stay as written, with a warning', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `<@${id(`u${n}x`)}>`).join('')
    const { posts, warnings } = await pipeline().send({ text: `${ids}<@${BOB}>` })
    expect(posts[0]?.message.endsWith(`<@${BOB}>`)).to.equal(true)
    expect(posts[0]?.mentions).to.deep.equal(to())
    expect(warnings).to.have.lengthOf(1)
  })

  it('find no name of the prototype', async () => {
    expect(await shown({ text: '@constructor @toString' })).to.deep.equal([
      ['@constructor @toString', to()],
    ])
  })
})
