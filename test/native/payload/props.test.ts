import { expect } from 'chai'
import { mayShow } from '../../../lib/native/payload/payload-schema.js'
import { read, refuses } from '../payloads.js'

describe('props', () => {
  it('are kept as they are', () => {
    const props = { a: 1, b: null, c: ['x', { d: '' }], card: '**x**', e: false }
    expect(read({ props }).payload.props).to.deep.equal(props)
  })

  const owned = [
    'from_webhook',
    'from_bot',
    'from_plugin',
    'from_oauth_app',
    'override_username',
    'override_',
    'override_icon_url',
    'webhook_display_name',
    'webhook_part',
    'attachments',
    'mm_other',
    'mm_',
    'force_notification',
    'silent_notification',
    'add_channel_member',
    'channel_mentions',
    'mm_a\nb',
  ]
  for (const name of owned) {
    it(`named ${JSON.stringify(name)} are ignored with a warning`, () => {
      const { payload, warnings } = read({ props: { [name]: 'x', mine: 1 } })
      expect(payload.props).to.deep.equal({ mine: 1 })
      expect(warnings).to.deep.equal([`props.${name}: only the server sets this`])
    })
  }

  it("that only look like the server's stay", () => {
    const props = { from_webhook2: 1, my_attachments: 2, xmm_: 3, overrides: 4 }
    expect(read({ props })).to.deep.include({ warnings: [] })
    expect(read({ props }).payload.props).to.deep.equal(props)
  })

  it('that cannot be stored are ignored with a warning', () => {
    const props = JSON.parse('{"__proto__":{"a":1},"card":1,"big":1e400,"b":2}') as object
    expect(read({ props }).payload.props).to.deep.equal({ b: 2 })
    expect(read({ props }).warnings).to.deep.equal([
      'props.__proto__: not supported',
      'props.card: not a string',
      'props.big: number out of range',
    ])
  })

  it('are at most 16 KiB of own names and values, counted in bytes', () => {
    const room = 16_384 - JSON.stringify({ a: '' }).length
    expect(read({ props: { a: 'x'.repeat(room) } }).payload.props).to.have.property('a')
    refuses(
      () => read({ props: { a: 'x'.repeat(room + 1) } }),
      'payload_unparsable',
      'props: 16385 bytes',
    )
    refuses(() => read({ props: { a: 'é'.repeat(room / 2 + 1) } }), 'payload_unparsable', 'props: ')
  })

  it('are too many when no message could hold their names', () => {
    const named = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`mm_${n}`, 1]))
    expect(read({ props: named(2_730) }).payload.props).to.deep.equal({})
    refuses(() => read({ props: named(2_731) }), 'payload_unparsable', 'props: too many names')
  })

  it("do not count what is the server's", () => {
    expect(read({ props: { mm_x: 'x'.repeat(20_000) } }).payload.props).to.deep.equal({})
  })

  it("hold Mattermost's blocks, which are shown and not kept", () => {
    const big = [{ type: 'text', text: 'x'.repeat(20_000) }]
    const props = {
      mm_blocks: [null, ...big],
      blocks: big,
      cards: big,
      mm_blocks_actions: {},
      a: 1,
    }
    const { payload, warnings } = read({ props })
    expect(payload.props).to.deep.equal({ a: 1 })
    expect(payload.parts?.mmBlocks.map(({ path }) => path)).to.deep.equal(['props.mm_blocks[1]'])
    expect(payload.parts?.cards).to.have.lengthOf(1)
    expect(warnings).to.deep.equal([])
  })

  it('may have blocks and cards of their own, unless they are lists', () => {
    const props = { blocks: { a: 1 }, cards: 'x' }
    const { payload } = read({ props })
    expect(payload).to.deep.include({ props, parts: null })
    expect(read({ props: { mm_blocks: 'x', mm_blocks_actions: [] } }).warnings).to.deep.equal([
      'props.mm_blocks: not a list',
      'props.mm_blocks_actions: not an object',
    ])
  })

  it('are content by themselves if they hold a block or a card', () => {
    for (const name of ['mm_blocks', 'blocks', 'cards']) {
      const props = { [name]: [{}] }
      expect(read({ text: '', props }).payload.parts).to.have.property('actions')
      expect(mayShow({ props })).to.equal(true)
      refuses(() => read({ text: '', props: { [name]: [] } }), 'no_text', 'needs text')
      expect(mayShow({ props: { [name]: [] } })).to.equal(false)
    }
    expect(mayShow({ props: { blocks: 'x', toString: 1 } })).to.equal(false)
  })
})
