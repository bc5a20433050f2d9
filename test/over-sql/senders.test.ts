import type { JsonValue } from '../../lib/model/records.js'
import { expect } from 'chai'
import { channelsOf, readSenders, sendAs, visible } from '../support/sent-senders.js'
import { openWorld, type World } from './world.js'

const SENDERS = readSenders()

describe('real programs that send to a chat over SQL', () => {
  let world: World
  let seen: ReadonlySet<string>

  before(async () => {
    const rooms = SENDERS.flatMap(channelsOf).filter((name) => !name.startsWith('dm:'))
    world = await openWorld(rooms)
  })
  after(() => world.close())
  beforeEach(async () => {
    seen = new Set((await world.posts()).map((post) => post.id))
  })

  it('are many', () => {
    expect(SENDERS).to.have.lengthOf.above(70)
  })

  for (const sender of SENDERS) {
    const { name, expect: expected } = sender
    it(`${name} gets its answer, and what it says is shown`, async () => {
      const { status, text } = await sendAs(world, sender)
      expect([expected.status].flat(), text).to.include(status)
      if (expected.body !== undefined) expect(text).to.equal(expected.body)
      if (expected.id !== undefined) expect(text).to.include(expected.id)
      const posts = (await world.posts()).filter((post) => !seen.has(post.id))
      const wanted = expected.posts ?? 0
      expect(posts).to.have.lengthOf(typeof wanted === 'number' ? wanted : wanted.length)
      for (const { channel, props, webhookId } of posts) {
        expect(webhookId).to.not.equal('')
        if (expected.channel !== undefined) expect(channelsOf(sender)).to.include(channel)
        for (const [prop, wanted] of Object.entries(expected.each?.props ?? {})) {
          expect(alternatives(wanted), prop).to.deep.include(props[prop])
        }
      }
      for (const fragment of expected.contains ?? []) expect(visible(posts)).to.include(fragment)
      for (const fragment of expected.not_contains ?? []) {
        expect(visible(posts)).to.not.include(fragment)
      }
    })
  }

  it('make the host tell of no mistake', () => {
    expect(world.codes).to.deep.equal([])
  })
})

// `{ "$any": […] }` is a list of them.
function alternatives(wanted: JsonValue): readonly unknown[] {
  const any: unknown = Reflect.get(Object(wanted), '$any')
  return Array.isArray(any) ? any : [wanted]
}
