import { expect } from 'chai'
import { faultIn, formatOf } from '../../../lib/formats/templates/template-format.js'
import type { Template } from '../../../lib/model/template.js'

const CREDENTIAL = 'is named like a credential, which is never shown'
const ARGUMENT = 'expected a text in double quotes, or a number'
const PATH = 'expected a path, such as `monitor.name`'
const URL_ = 'expected an http or https URL'

describe('a template is refused', () => {
  const sources: readonly (readonly [string, string, number, number, string])[] = [
    ['a tag that is not closed', 'a {{b', 1, 3, '{{ is not closed by }}'],
    ['a filter that is not closed', '{{b | cut', 1, 1, '{{ is not closed by }}'],
    ['a tag in a tag', '{{a {{b}}', 1, 5, 'expected }} here'],
    ['half an end', '{{a}', 1, 4, 'expected }} here'],
    ['two paths', '{{a b}}', 1, 5, 'expected }} here'],
    ['an empty tag', '{{ }}', 1, 4, PATH],
    ['a path with a gap', '{{a..b}}', 1, 3, PATH],
    ['a loop over nothing', '{{#each}}{{/each}}', 1, 8, PATH],
    [
      'another block',
      '{{#unless a}}',
      1,
      3,
      '`#unless` is not known, but #each, /each, #if and /if',
    ],
    ['a loop that is not closed', 'é\n 🎉{{#each a}}', 2, 3, '{{#each}} needs {{/each}}'],
    [
      'the inner block that is not closed',
      '{{#if a}}{{#if b}}{{/if}}',
      1,
      1,
      '{{#if}} needs {{/if}}',
    ],
    ['an end without a beginning', '{{/if}}', 1, 1, '{{/if}} closes nothing: {{#if}} is missing'],
    [
      'ends in the wrong order',
      '{{#if a}}{{#each b}}{{/if}}',
      1,
      21,
      '{{/if}} closes nothing: {{/each}} must come first',
    ],
    ['an else of nothing', '{{else}}', 1, 1, '{{else}} needs an {{#if}} of its own'],
    [
      'an else of a loop',
      '{{#if a}}{{#each a}}{{else}}',
      1,
      21,
      '{{else}} needs an {{#if}} of its own',
    ],
    [
      'two of them',
      '{{#if a}}{{else}}{{else}}{{/if}}',
      1,
      18,
      '{{else}} needs an {{#if}} of its own',
    ],
    [
      'three loops',
      '{{#each a}}{{#each b}}{{#if c}}{{#each d}}',
      1,
      32,
      'at most 2 loops may be within each other',
    ],
    ['a comparison without a text', '{{#if a == b}}', 1, 12, ARGUMENT],
    ['an argument without quotes', '{{a | default: b}}', 1, 16, ARGUMENT],
    [
      'quotes that are not closed',
      '{{a | default: "b}}',
      1,
      16,
      'the text in double quotes does not end',
    ],
    ['cut without a number', '{{a | cut}}', 1, 7, 'the filter `cut` takes a whole number from 1'],
    ['cut to nothing', '{{a | cut: 0}}', 1, 7, 'the filter `cut` takes a whole number from 1'],
    ['cut to a part', '{{a | cut: 1.5}}', 1, 7, 'the filter `cut` takes a whole number from 1'],
    ['cut to a text', '{{a | cut: "b"}}', 1, 7, 'the filter `cut` takes a whole number from 1'],
    ['an argument too many', '{{a | upper: 1}}', 1, 7, 'the filter `upper` takes no arguments'],
    [
      'an argument too few',
      '{{a | replace: "b"}}',
      1,
      7,
      'the filter `replace` takes a text and a text',
    ],
    ['no path', '{{a | map: "b."}}', 1, 7, PATH],
    ['a credential', 'x {{user.apiKey}}', 1, 5, `\`apiKey\` ${CREDENTIAL}`],
    ['a list of them', '{{#each secret}}', 1, 9, `\`secret\` ${CREDENTIAL}`],
    ['a condition on one', '{{#if a.access_token}}', 1, 7, `\`access_token\` ${CREDENTIAL}`],
    ['one of each element', '{{a | map: "b.password"}}', 1, 7, `\`password\` ${CREDENTIAL}`],
  ]
  for (const [what, body, line, column, reason] of sources) {
    it(`for ${what}`, () => {
      expect(faultIn({ body })).to.deep.equal({ slot: 'body', line, column, reason })
      expect(() => formatOf({ body })).to.throw(TypeError, `body: ${reason}`)
    })
  }

  it('for a filter that there is not, with those that there are', () => {
    expect(faultIn({ body: 'a\n\n{{b | teleport}}' })).to.deep.equal({
      slot: 'body',
      line: 3,
      column: 7,
      reason:
        '`teleport` is not a filter, but cut, first, lower, upper, default, date, ago, json, count, ' +
        'join, map, replace',
    })
  })

  const NOTHING = 'a template needs a title, a body or fields'
  const COLOR = 'expected good, warning, bad, neutral, or # and six hexadecimal digits'
  const templates: readonly (readonly [string, Template, string, string])[] = [
    ['nothing to show', {}, 'title', NOTHING],
    ['empty texts', { title: '', body: '', fields: [] }, 'title', NOTHING],
    ['a colour alone', { color: 'good' }, 'title', NOTHING],
    [
      'a field without a value',
      { fields: [{ title: 'a', value: '' }] },
      'fields.0.value',
      'a field needs a value',
    ],
    ['a colour that is none', { title: 'a', color: 'mauve' }, 'color', COLOR],
    [
      'a state that is none',
      { title: 'a', state: 'down' },
      'state',
      'expected open, update, acknowledged, closed',
    ],
    ['a script', { title: 'a', link: 'javascript:{{b}}' }, 'link', URL_],
    ['a path of the host', { title: 'a', link: '/{{b}}' }, 'link', URL_],
    ['half a URL', { title: 'a', link: 'https://' }, 'link', URL_],
    [
      'too long a text',
      { title: 'x'.repeat(4_097) },
      'title',
      'all texts of a template may have 4 KiB together',
    ],
    [
      'too long texts',
      { title: 'é'.repeat(2_000), body: 'x'.repeat(97) },
      'body',
      'all texts of a template may have 4 KiB together',
    ],
  ]
  for (const [what, template, slot, reason] of templates) {
    it(`for ${what}`, () => {
      expect(faultIn(template)).to.deep.equal({ slot, line: 1, column: 1, reason })
    })
  }

  it('for the first fault, in the order of the slots', () => {
    const bad = '{{a'
    const template: Template = { fields: [{ title: 'a', value: bad }], state: bad, body: 'b' }
    expect(faultIn(template)).to.have.property('slot', 'fields.0.value')
  })
})

describe('a template is accepted', () => {
  const templates: readonly (readonly [string, Template])[] = [
    ['of 4 KiB', { title: 'x'.repeat(4_096) }],
    ['with a link that may become a URL', { title: 'a', link: 'http{{s}}://a.test' }],
    ['with a link of a value', { title: 'a', link: ' {{url}}' }],
    [
      'with a colour and a state that values choose',
      { title: 'a', color: '#{{hex}}', state: '{{#if a}}open{{/if}}' },
    ],
    [
      'with names that only resemble credentials',
      { title: '{{design}}{{assignee}}{{signed.tokenizer}}' },
    ],
    [
      'with spaces and line ends in its tags',
      { title: '{{ #if  a  ==  "b" }}{{ else }}{{ /if }}{{ a|cut:3|join:"}}" }}' },
    ],
  ]
  for (const [what, template] of templates) {
    it(what, () => {
      expect(faultIn(template)).to.equal(null)
    })
  }
})
