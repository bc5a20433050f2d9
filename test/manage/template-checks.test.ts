import { expect } from 'chai'
import { TEMPLATE } from '../../lib/manage/field-checks.js'
import { WebhookError } from '../../lib/model/errors.js'
import { MAX_TEMPLATE_FIELDS, MAX_TEMPLATE_LENGTH } from '../../lib/model/limits.js'
import { inWire } from '../../lib/model/sent.js'

const ROW = { title: 'Total', value: '{{total}}' }

function read(value: unknown): unknown {
  return TEMPLATE.read({ value, spell: inWire, path: 'template' })
}

function refusalOf(value: unknown): string {
  try {
    return `accepted as ${JSON.stringify(read(value))}`
  } catch (error) {
    if (error instanceof WebhookError) return `${error.status} ${error.detail}`
    throw error
  }
}

describe('a template that is saved', () => {
  const accepted: readonly (readonly [what: string, sent: object, kept: object])[] = [
    ['one slot', { body: '{{text}}' }, { body: '{{text}}' }],
    ['a text without paths', { title: 'Somebody rang' }, { title: 'Somebody rang' }],
    ['without slots that are empty', { title: 'a', body: '', fields: [] }, { title: 'a' }],
    ['without slots that are null', { title: 'a', link: null, fields: null }, { title: 'a' }],
    [
      'a row without a label',
      { fields: [{ value: 'a' }] },
      { fields: [{ title: '', value: 'a' }] },
    ],
    ['lines as they are', { body: ' a\n  b ' }, { body: ' a\n  b ' }],
    ['what a database cannot store, replaced', { body: 'a\0\ud800' }, { body: 'a\ufffd\ufffd' }],
    [
      'as many rows as there may be',
      { fields: Array.from({ length: MAX_TEMPLATE_FIELDS }, () => ROW) },
      { fields: Array.from({ length: MAX_TEMPLATE_FIELDS }, () => ROW) },
    ],
  ]
  for (const [what, sent, kept] of accepted) {
    it(`is kept: ${what}`, () => {
      expect(read(sent)).to.deep.equal(kept)
    })
  }

  it('has its slots in one order', () => {
    const sent = {
      state: 'open',
      incident: '{{id}}',
      fields: [{ value: 'v', title: 't' }],
      title: 'a',
    }
    expect(JSON.stringify(read(sent))).to.equal(
      '{"title":"a","fields":[{"title":"t","value":"v"}],"incident":"{{id}}","state":"open"}',
    )
  })

  const known = 'title, link, color, body, fields, incident, state'
  const refused: readonly (readonly [unknown, detail: string])[] = [
    ['{{title}}', '400 template: expected an object'],
    [[], '400 template: expected an object'],
    [{}, `400 template: expected at least one of ${known}`],
    [{ title: null }, `400 template: expected at least one of ${known}`],
    [{ title: '', fields: [] }, `400 template: one of ${known} must not be empty`],
    [{ banner: 'x' }, `400 template: only ${known} are known here`],
    [{ title: 5 }, '400 template.title: expected a string'],
    [{ title: ['x'] }, '400 template.title: expected a string'],
    [
      { title: 'x'.repeat(MAX_TEMPLATE_LENGTH + 1) },
      `400 template.title: at most ${MAX_TEMPLATE_LENGTH} characters`,
    ],
    [{ fields: {} }, '400 template.fields: expected a list of objects'],
    [{ fields: ['a'] }, '400 template.fields.0: expected an object'],
    [
      { fields: [{ ...ROW, short: true }] },
      '400 template.fields.0: only title, value are known here',
    ],
    [{ fields: [ROW, { title: 'a' }] }, '400 template.fields.1.value: expected a string'],
    [
      { fields: [{ title: 'a', value: '' }] },
      '400 template.fields.0.value: expected a text, such as {{customer.name}}',
    ],
    [{ fields: [{ title: 7, value: 'a' }] }, '400 template.fields.0.title: expected a string'],
    [
      { fields: Array.from({ length: MAX_TEMPLATE_FIELDS + 1 }, () => ROW) },
      `400 template.fields: at most ${MAX_TEMPLATE_FIELDS}`,
    ],
  ]
  for (const [sent, detail] of refused) {
    it(`is not ${JSON.stringify(sent).slice(0, 60)}`, () => {
      expect(refusalOf(sent)).to.equal(detail)
    })
  }

  const faults: readonly (readonly [sent: object, where: string])[] = [
    [{ title: '{{a | teleport}}' }, 'template.title: line 1, column '],
    [{ title: 'a', body: 'one\n🚀 {{a | teleport}}' }, 'template.body: line 2, column '],
    [{ fields: [ROW, { title: 'a', value: '{{a' }] }, 'template.fields.1.value: line 1, column '],
    [{ fields: [{ title: '{{/each}}', value: 'a' }] }, 'template.fields.0.title: line 1, column '],
  ]
  for (const [sent, where] of faults) {
    it(`has a fault that is named with its place: ${where}`, () => {
      expect(refusalOf(sent)).to.include(`400 ${where}`)
    })
  }
})
