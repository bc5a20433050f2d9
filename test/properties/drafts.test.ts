import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import {
  bold,
  type Draft,
  italic,
  lines,
  list,
  prose,
  quote,
} from 'express-incoming-webhooks/formats'
import { allOr } from '../support/all.js'
import { markdownOfText, markdownsOf } from '../support/drafts.js'
import { hostileText } from '../support/hostile-payloads.js'

const HOSTILE = '@channel <!here> [x](https://evil.test) ![p](https://evil.test/p.png)'

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
    for (const text of markdownsOf(draft)) {
      const html = renderer.render(text)
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
        expect(squeezed(shown(markdownOfText(text)))).to.equal(squeezed(text))
      }),
      { numRuns: allOr(1_000, 100) },
    )
  })

  it('do not link or load anything in the worst of neighbourhoods', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (a, b, c) => {
        const html = renderer.render(
          markdownOfText(lines([a, bold(b), c], [italic(a), b], list([a, c]))),
        )
        expect(html).not.to.match(/<a |<img /)
      }),
      { numRuns: allOr(1_000, 100) },
    )
  })
})
