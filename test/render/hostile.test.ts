import { expect } from 'chai'
import fc from 'fast-check'
import {
  authorOf,
  type PostToShow,
  renderHtml,
  renderMarkdown,
  renderText,
} from '../../lib/render/index.js'
import { allOr } from '../support/all.js'
import { growthFault } from '../support/cost/growth.js'
import { TELLING_UNITS, UNITS } from '../support/cost/units.js'
import { acceptedSenders } from '../support/senders.js'
import { postsOf } from '../support/translation.js'
import { badPosts, hostilePosts } from '../support/hostile-posts.js'
import { postOf } from './posts.js'
import { htmlFaults } from './strict-html.js'

/** Fails if anything is thrown, or if HTML holds what is not listed. */
async function expectSafe(
  post: PostToShow,
  ways: readonly ('link' | 'load')[] = ['link', 'load'],
): Promise<void> {
  expect(renderText(post)).to.be.a('string')
  expect(renderMarkdown(post)).to.be.a('string')
  authorOf(post)
  for (const pictures of ways) {
    expect(htmlFaults(await renderHtml(post, { pictures }))).to.deep.equal([])
  }
}

describe('a hostile post', () => {
  it('is shown as text, in every place', async () => {
    for (const post of hostilePosts()) await expectSafe(post)
  })

  it('of the black-box suite is shown as text', async () => {
    const posts = badPosts()
    expect(posts).to.have.lengthOf.above(100)
    // With links in place of pictures they are opened in a browser.
    for (const post of posts) await expectSafe(post, ['load'])
  })

  it('of any Markdown is shown as text', async () => {
    // prettier-ignore
    const piece = fc.constantFrom(
      '<', '>', '"', "'", '&', '`', '```', '\n', '\n\n', ' ', '\\', '[', ']', '(', ')', '](', '![',
      '*', '_', '~~', '|', '|-|', '# ', '> ', '- ', '1. ', '    ', '<script>', '<a href="x">', 'onerror=',
      'javascript:', 'https://a.example/', 'mailto:', '&#60;', '&lt;', '<https://', '\ud800', '\u0000', 'a',
    )
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, async (message, other) => {
        await expectSafe(postOf(message, { text: other, title: other, title_link: message }))
      }),
      { numRuns: allOr(1_500, 150) },
    )
  })

  it('costs no more than its length allows, as text and as Markdown', () => {
    const faults = allOr(UNITS, TELLING_UNITS).flatMap((unit) => {
      const make = (n: number): PostToShow => {
        const text = unit.repeat(Math.ceil(n / unit.length / 2))
        return postOf(text, { title: text, title_link: 'https://a.example' })
      }
      const run = (post: PostToShow): string => renderText(post) + renderMarkdown(post)
      return (
        growthFault({ name: JSON.stringify(unit), make }, 60_000, (made) =>
          run(made as PostToShow),
        ) ?? []
      )
    })
    expect(faults).to.deep.equal([])
  })
})

describe('a damaged post', () => {
  it('is shown as far as it goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (message, props) => {
        await expectSafe({ message, props })
        await expectSafe({ message, props: { from_webhook: 'true', attachments: props } })
        await expectSafe({
          message,
          props: { attachments: [props, { fields: [props], actions: [props] }] },
        })
      }),
      { numRuns: allOr(500, 100) },
    )
  })

  it('with any member of a real one replaced is shown as far as it goes', async () => {
    const posts = acceptedSenders().flatMap(({ request }) => postsOf(request()).posts)
    // prettier-ignore
    const damage = fc.oneof(
      fc.constantFrom(null, [], {}, 0, -1, 1e308, true, '', '<script>', 'x'.repeat(20_000), '{"a":'),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fc.nat(), damage, async (post, at, value) => {
        await expectSafe({
          message: post.message,
          props: replaced(post.props, { left: at % 40 }, value),
        })
      }),
      { numRuns: allOr(1_000, 150) },
    )
  })
})

/** A copy in which one member, counted from the top, is another value. */
function replaced(value: unknown, count: { left: number }, by: unknown): unknown {
  if (count.left-- === 0) return by
  if (Array.isArray(value)) return value.map((each: unknown) => replaced(each, count, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaced(inner, count, by)]),
  )
}
