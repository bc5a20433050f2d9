import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { attachmentsOf } from '../support/seen.js'
import { countCodePoints, linksOf, postsOfPayload, WebhookError } from '../support/translation.js'
import { address, block, hostileText, plausibleBlock } from '../support/hostile-payloads.js'

const RUNS = { numRuns: allOr(300, 50) }
const FORBIDDEN = /^[\s\u0000-\u0020]*(?:javascript|data|vbscript|blob|file):/i

function fenceLines(text: string): number {
  return text.split('\n').filter((line) => /^ {0,3}```/.test(line)).length
}

/** Translates, unless an error of the table refuses it. */
function translated(payload: object): void {
  try {
    postsOfPayload(payload)
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
  }
}

describe('the translation of any payload', () => {
  it('throws nothing but errors of the table', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), hostileText, (blocks, text) => {
        for (const payload of [{ text, blocks }, { attachments: [{ text, blocks }] }]) {
          expect(() => {
            translated(payload)
          }).not.to.throw()
        }
      }),
      { numRuns: allOr(1_000, 100) },
    )
  })

  it('accepts blocks whose members have the right types', () => {
    fc.assert(
      fc.property(fc.array(plausibleBlock, { minLength: 1, maxLength: 3 }), (blocks) => {
        expect(postsOfPayload({ text: 'x', blocks, attachments: [{ blocks }] }).posts).not.to.be
          .empty
      }),
      RUNS,
    )
  })

  it('links to no address of a scheme outside the list', () => {
    const attachment = fc.record({
      title: hostileText,
      title_link: address,
      author_link: address,
      text: hostileText,
      image_url: address,
      actions: fc.array(fc.record({ text: hostileText, url: address }), { maxLength: 2 }),
      blocks: fc.array(plausibleBlock, { maxLength: 2 }),
    })
    fc.assert(
      fc.property(
        hostileText,
        fc.array(plausibleBlock, { maxLength: 3 }),
        attachment,
        (text, blocks, attached) => {
          const payload = { text: `t${text}`, blocks, attachments: [attached] }
          for (const target of linksOf(payload)) expect(target).to.not.match(FORBIDDEN)
          const stored = postsOfPayload(payload).posts.flatMap(({ props }) => attachmentsOf(props))
          for (const shown of stored) {
            for (const name of ['title_link', 'author_link', 'image_url']) {
              expect(shown[name] ?? '').to.not.match(FORBIDDEN)
            }
            const { actions } = shown
            expect(JSON.stringify(actions ?? [])).to.not.match(
              /"url":"[\s]*(?:javascript|data|vbscript):/i,
            )
          }
        },
      ),
      { numRuns: allOr(500, 50) },
    )
  })
})

describe('the translation of any text', () => {
  it('leaves plain text unchanged', () => {
    const plain = fc
      .stringMatching(/^[a-z0-9 .,;:()'"+=/-]{1,80}$/)
      .filter((text) => !text.includes('@'))
    fc.assert(
      fc.property(plain, (text) => {
        expect(postsOfPayload({ text }).posts.map(({ message }) => message)).to.deep.equal([text])
      }),
      RUNS,
    )
  })

  it('is whole again when its parts are joined, outside of fences', () => {
    const unfenced = hostileText.filter((text) => !/```|~~~/.test(text) && text !== '')
    fc.assert(
      fc.property(unfenced, fc.integer({ min: 20, max: 60 }), (text, limit) => {
        const payload = { text: `a${text.repeat(3)}` }
        const whole = postsOfPayload(payload).posts.map(({ message }) => message)
        const parts = postsOfPayload(payload, limit).posts.map(({ message }) => message)
        fc.pre(parts.length <= 64)
        expect(parts.join('')).to.equal(whole.join(''))
        for (const part of parts) expect(countCodePoints(part)).to.be.at.most(limit)
      }),
      RUNS,
    )
  })

  it('balances the fences of rich text in every part', () => {
    const line = fc.string({ maxLength: 40 }).map((text) => text.replace(/[`~\n]/g, ''))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const text = { type: 'text', text: `x${lines.join('\n')}x` }
        const elements = [{ type: 'rich_text_preformatted', elements: [text] }]
        const { posts } = postsOfPayload(
          { text: 'x', blocks: [{ type: 'rich_text', elements }] },
          80,
        )
        for (const { message } of posts) expect(fenceLines(message) % 2, message).to.equal(0)
      }),
      RUNS,
    )
  })
})
