import { expect } from 'chai'
import type { Show } from '../../lib/pipeline/compose.js'
import { renderHtml, renderMarkdown, renderText } from 'express-incoming-webhooks/render'
import { seenOf, unseenIn } from '../support/seen.js'
import { acceptedSenders } from '../support/senders.js'
import { countCodePoints, payloadOf, postsOf } from '../support/translation.js'

const SENDERS = acceptedSenders()
const FLAT: readonly Show[] = ['markdown', 'text']

describe('a message of a real sender in a chat without attachments', () => {
  for (const { name, contains, request } of SENDERS) {
    it(`has every visible string of its payload: ${name}`, () => {
      for (const show of ['attachments', ...FLAT] as const) {
        const { posts, warnings, ignored } = postsOf(request(), undefined, show)
        const message = posts.map((post) => post.message).join('\n')
        const seen = show === 'attachments' ? seenOf(posts) : message + withEntities(message)
        const told = [...warnings.map(({ path }) => path), ...ignored]
        const unseen = unseenIn(payloadOf(request()), seen)
        expect(
          unseen.filter(({ path }) => !told.some((at) => `${path}.`.startsWith(`${at}.`))),
          show,
        ).to.deep.equal([])
        const missing = contains.filter((fragment) => !wordsIn(seen).includes(wordsIn(fragment)))
        expect(missing, show).to.deep.equal([])
      }
    })

    it(`is never empty and has no attachments: ${name}`, () => {
      for (const show of FLAT) {
        for (const { message, props, type } of postsOf(request(), undefined, show).posts) {
          expect(message.trim()).to.not.equal('')
          expect(props).to.not.have.property('attachments')
          expect(type).to.not.equal('slack_attachment')
        }
      }
    })

    it(`is shown once by each renderer: ${name}`, async () => {
      for (const post of postsOf(request(), undefined, 'text').posts) {
        expect(renderText(post)).to.equal(post.message)
        expect(wordsIn(renderMarkdown(post))).to.equal(wordsIn(post.message))
        expect(await renderHtml(post)).to.not.include('eiw-attachment')
      }
      for (const post of postsOf(request(), undefined, 'markdown').posts) {
        expect(renderMarkdown(post)).to.equal(post.message.trimEnd())
        expect(await renderHtml(post)).to.not.include('eiw-attachment')
      }
    })

    it(`keeps to the length of a post: ${name}`, () => {
      for (const show of FLAT) {
        for (const { message } of postsOf(request(), 300, show).posts) {
          expect(countCodePoints(message)).to.be.at.most(300)
        }
      }
    })
  }
})

// Plain text has the characters that payloads may write as entities.
function withEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function wordsIn(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
