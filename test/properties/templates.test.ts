import { expect } from 'chai'
import MarkdownIt from 'markdown-it'
import { charactersOf } from '../../lib/formats/drafts/dialects.js'
import type { Draft } from '../../lib/formats/drafts/draft.js'
import { nodesOf, writeDraft } from '../../lib/formats/drafts/write-draft.js'
import { faultIn, formatOf } from '../../lib/formats/templates/template-format.js'
import { markdownsOf } from '../support/drafts.js'
import { INHERITED, type Trial, trials } from '../support/random-templates.js'

const RUNS = Number(process.env['TEMPLATE_RUNS'] ?? 2_000)
const SEED = Number(process.env['FC_SEED'] ?? 20_261_126)
/** What templates may make of their own text. */
const OWN_TAGS = new Set(['p', 'br', 'strong', 'code', 'a'])

/** Of dates, times, JSON and what is cut. */
const WRITTEN_BY_FILTERS = '0123456789-+: UTC ago in min h d s … , {}[]"\\'

const ESCAPED_IN_JSON = /[\p{Cc}\p{Cs}]/u

const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true })
renderer.linkify.set({ fuzzyLink: false })

/** What is wrong with what a template makes of a payload; `''` for nothing. */
function faultOf({ template, payload, isPlain }: Trial): string {
  const fault = faultIn(template)
  if (fault) {
    expect(() => formatOf(template)).to.throw(TypeError, fault.reason)
    return ''
  }
  const body = { kind: 'json', value: payload, text: '' } as const
  const reading = formatOf(template).read({ headers: {}, query: {}, body, arrivedAt: 1e12 })
  if (reading.kind === 'refuse') return ''
  if (reading.kind !== 'message') return `it is ${reading.kind}`
  const { draft, event } = reading
  const known = fold(JSON.stringify([template, payload])) + WRITTEN_BY_FILTERS
  const shown = charactersIn(draft) + (event.incident ?? '')
  if (Buffer.byteLength(shown) > 16 * 1_024) return 'it writes too much'
  if (shown.includes(INHERITED)) return 'it shows what is inherited'
  const strangers = Array.from(new Set(fold(shown))).filter(
    (c) => !known.includes(c) && !ESCAPED_IN_JSON.test(c),
  )
  if (strangers.length > 0) return `it writes ${strangers.join(' ')}`
  const written = writeDraft(draft)
  const mention = nodesOf(written).find(({ kind }) => kind === 'name' || kind === 'channelWide')
  if (mention) return `it mentions ${mention.text}`
  for (const markdown of markdownsOf(draft)) {
    const strange = strangeIn(renderer.render(markdown), isPlain)
    if (strange !== '') return `${strange} in ${markdown}`
  }
  return ''
}

/** Letters in lower case, as the filters change them. */
function fold(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}

function charactersIn({ title = '', text = '', cards = [] }: Draft): string {
  const below = cards.flatMap((card) => [
    card.text ?? '',
    ...(card.fields ?? []).flatMap((field) => [field.title, field.value]),
  ])
  return charactersOf([title, text, below])
}

/** A tag that is not the template's; `''` if there is none. */
function strangeIn(html: string, isPlain: boolean): string {
  for (const [tag, name = ''] of html.matchAll(/<\/?([a-z]\w*)[^>]*>/g)) {
    if (!OWN_TAGS.has(name)) return tag
    if (isPlain && name === 'code') return tag
  }
  // The title is bold.
  if (isPlain && html.lastIndexOf('<strong>') > '<p>'.length) return '<strong>'
  for (const [tag, url = '', label = ''] of html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)) {
    if (!/^https?:\/\//i.test(url)) return tag
    if (isPlain && !/^https?:\/\//i.test(label)) return tag
  }
  return ''
}

describe('templates made at random', () => {
  it(`write payloads made at random as data, within bounds, ${RUNS} times`, function () {
    this.timeout(0)
    let accepted = 0
    for (const trial of trials(RUNS, SEED)) {
      if (faultIn(trial.template) === null) accepted += 1
      let fault: string
      try {
        fault = faultOf(trial)
      } catch (error) {
        fault = String(error)
      }
      expect(fault, fault && JSON.stringify(trial, null, 1)).to.equal('')
    }
    expect(accepted / RUNS).to.be.within(0.4, 0.95)
  })
})
