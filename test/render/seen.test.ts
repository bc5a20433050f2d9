import { expect } from 'chai'
import { renderHtml, renderMarkdown, renderText } from '../../lib/render/index.js'
import type { JsonValue } from '../../lib/model/records.js'
import { attachmentsOf, wordsOf } from '../support/seen.js'
import { acceptedSenders } from '../support/senders.js'
import { type ComposedPost, postsOf } from '../support/translation.js'
import { htmlFaults, textOfHtml } from './strict-html.js'

/** The members of attachments, fields and buttons that hold what a reader is to see. */
const SHOWN = new Set(
  'pretext author_name author_link title title_link text image_url thumb_url footer value name url'.split(
    ' ',
  ),
)

/** Read only once somebody opens a menu or presses a button, which a rendered post does not have. */
const UNSEEN = new Set(['options', 'confirm'])

describe('a post of a real sender', () => {
  for (const { name, request } of acceptedSenders()) {
    it(`shows all it has as text, as Markdown and as HTML: ${name}`, async () => {
      for (const post of postsOf(request()).posts) {
        const html = await renderHtml(post)
        expect(missing(post, renderText(post)), 'text').to.deep.equal([])
        expect(missing(post, renderMarkdown(post)), 'Markdown').to.deep.equal([])
        expect(missing(post, textOfHtml(html)), 'HTML').to.deep.equal([])
        expect(htmlFaults(html)).to.deep.equal([])
        expect(renderText(post)).to.not.equal('')
      }
    })
  }
})

function missing({ message, props }: ComposedPost, rendered: string): readonly string[] {
  const seen = wordsSeen(rendered)
  const strings = [message, ...attachmentsOf(props).flatMap((each) => stringsOf(each))]
  return strings
    .flatMap((text) => text.split('\n'))
    .filter((line) => !seen.includes(wordsSeen(line)))
}

// The language behind a fence and the title of a small picture are for machines.
function wordsSeen(text: string): string {
  return wordsOf(text.replace(/^ *```\S*$|&(?:lt|gt|amp);| "icon"(?=\))/gm, ' '))
}

function stringsOf(value: JsonValue, name = ''): readonly string[] {
  if (typeof value === 'string') return SHOWN.has(name) ? [value] : []
  if (typeof value !== 'object' || value === null || UNSEEN.has(name)) return []
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => stringsOf(each, name))
  return Object.entries(value).flatMap(([member, inner]) => stringsOf(inner, member))
}
