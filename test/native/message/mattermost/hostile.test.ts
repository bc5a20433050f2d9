import { expect } from 'chai'
import fc from 'fast-check'
import { address, hostileText } from '../../../support/hostile-payloads.js'
import { postsOfPayload } from '../../../support/translation.js'
import { CALL, shown } from './shown.js'

const TYPES = ['text', 'image', 'button', 'static_select', 'container', 'collapsible', 'column_set']
const member = fc.oneof(hostileText, address, fc.integer(), fc.boolean(), fc.constant(null))

/** Blocks of the right names, with anything in them. */
const { blocks: hostile } = fc.letrec<{ blocks: unknown[]; block: unknown }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }),
  block: fc.oneof(
    { maxDepth: 4 },
    member,
    fc.dictionary(
      fc.constantFrom('type', 'text', 'url', 'alt_text', 'title', 'size', 'action_id', 'query'),
      fc.oneof(member, fc.constantFrom(...TYPES)),
    ),
    fc.record({
      type: fc.constantFrom(...TYPES),
      text: member,
      header: fc.oneof(tie('blocks'), member),
      content: fc.oneof(tie('blocks'), member),
      columns: fc.oneof(tie('blocks'), member),
      items: fc.oneof(tie('blocks'), member),
      accent_color: member,
      action_id: fc.constantFrom('a', 'b', 'c'),
      options: fc.oneof(tie('blocks'), member),
    }),
  ),
}))

/** Blocks as they should be, whose texts are all `#`. */
const { list: orderly } = fc.letrec<{ list: object[]; block: object }>((tie) => ({
  list: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<object>(
      { type: 'text', text: '#' },
      { type: 'text', text: '- # item\n- and\n\n> quoted' },
      { type: 'image', url: 'https://p.example/#.png', alt_text: 'a picture' },
      { type: 'image', url: 'https://p.example/a.png', alt_text: '#', size: 'small' },
      { type: 'button', text: '**#**', action_id: 'a' },
      { type: 'static_select', placeholder: '#', data_source: 'users', action_id: 'a' },
    ),
    fc.record({
      type: fc.constant('container'),
      accent_color: fc.constantFrom('danger', '#123456', '', 'red'),
      border: fc.boolean(),
      content: tie('list'),
    }),
    fc.record({
      type: fc.constant('collapsible'),
      header: fc.oneof(fc.constant('#'), tie('list')),
      collapsed: fc.boolean(),
      content: tie('list'),
    }),
    fc
      .array(tie('list'), { maxLength: 3 })
      .map((columns) => ({ type: 'column_set', columns: columns.map((items) => ({ items })) })),
  ),
}))

/** The blocks with a word of its own for each `#` of a text, and these words. */
function numbered(blocks: readonly object[]) {
  const words: string[] = []
  const json = JSON.stringify(blocks).replace(/#(?!\d)/g, () => {
    words.push(`word${words.length}.`)
    return words.at(-1) ?? ''
  })
  return { blocks: JSON.parse(json) as object[], words }
}

describe("Mattermost's blocks of any shape", () => {
  const actions = { a: CALL, b: { type: 'openURL', url: 'javascript:alert(1)' } }

  it('do no harm', () => {
    fc.assert(
      fc.property(hostile, address, (blocks, url) => {
        const found = shown(blocks, { ...actions, c: { type: 'openURL', url } }, { text: 'above' })
        for (const action of found.actions) {
          if ('url' in action) expect(action.url).to.not.match(/^\s*(?:javascript|data|vbscript):/i)
        }
        expect(JSON.stringify(found.message.props)).to.equal('{}')
      }),
    )
  })

  for (const show of ['attachments', 'markdown', 'text'] as const) {
    it(`lose no word where ${show} are shown`, () => {
      fc.assert(
        fc.property(orderly.map(numbered), ({ blocks, words }) => {
          const payload = {
            text: 'above',
            props: { mm_blocks: blocks, mm_blocks_actions: actions },
          }
          const { posts, warnings } = postsOfPayload(payload, undefined, show)
          const all = JSON.stringify(posts.map(({ message, props }) => [message, props]))
          const lost = words.filter((word) => !all.includes(word))
          fc.pre(!warnings.some(({ reason }) => reason.includes('more than')))
          expect(lost).to.deep.equal([])
        }),
      )
    })
  }
})
