import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import type { Draft } from '../../lib/formats/drafts/draft.js'
import {
  bold,
  italic,
  lines,
  list,
  prose,
  quote,
  type Text,
} from '../../lib/formats/drafts/pieces.js'
import { writeDraft } from '../../lib/formats/drafts/write-draft.js'
import type { RichText } from '../../lib/model/message.js'
import { hostileText } from './payloads.js'

const HOSTILE = '@channel <!here> [x](https://evil.test) ![p](https://evil.test/p.png)'

function markdownOf(nodes: RichText): string {
  return nodes.map((node) => node.text).join('')
}

function written(text: Text): string {
  return markdownOf(writeDraft({ text }).text)
}

describe('strings in drafts', () => {
  const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true })
  renderer.linkify.set({ fuzzyLink: false })

  /** What a renderer shows, without its marks. */
  function shown(markdownText: string): string {
    return renderer
      .render(markdownText)
      .replace(/<br>\n|<\/p>\n<p>|<\/?p>/g, ' ')
      .replace(
        /&(lt|gt|amp|quot);/g,
        (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '"',
      )
  }

  function squeezed(text: string): string {
    return text.replace(/\s+/g, ' ').trim()
  }

  it('are neither links nor pictures, wherever they are', () => {
    const draft: Draft = {
      title: HOSTILE,
      text: lines(HOSTILE, bold(HOSTILE), list([HOSTILE]), quote(HOSTILE), prose(HOSTILE)),
      cards: [{ text: HOSTILE, fields: [{ title: HOSTILE, value: HOSTILE }], footer: HOSTILE }],
    }
    const { text, attachments } = writeDraft(draft)
    const texts = attachments.flatMap(({ text: own, footer, fields }) => [
      own,
      footer,
      ...fields.map(({ value }) => value),
    ])
    for (const each of [text, ...texts]) {
      const html = renderer.render(markdownOf(each))
      expect(html).not.to.match(/<a |<img /)
      expect(html).to.include('[x](https://evil.test)')
    }
  })

  it('are shown with the characters they have, whatever they are', () => {
    const line = hostileText
      .map((text) =>
        text
          .replace(/[\s\0-\x1f\x7f-\x9f\ufff9-\ufffc]+/g, ' ')
          .toWellFormed()
          .trim(),
      )
      .filter((text) => text !== '')
    fc.assert(
      fc.property(line, (text) => {
        expect(squeezed(shown(written(text)))).to.equal(squeezed(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('do not link or load anything in the worst of neighbourhoods', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (a, b, c) => {
        const html = renderer.render(written(lines([a, bold(b), c], [italic(a), b], list([a, c]))))
        expect(html).not.to.match(/<a |<img /)
      }),
      { numRuns: 1_000 },
    )
  })
})
