import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { cloudevents } from '../../../lib/formats/operations/cloudevents.js'
import { eventOf, expectRefused, isShown, readBy, shownBy } from './shown.js'

const SOURCE = 'https://shop.test/orders'
const EVENT = {
  specversion: '1.0',
  type: 'com.example.order.failed',
  source: SOURCE,
  id: 'A1',
  subject: 'order 4711',
  time: '2026-09-19T10:00:00Z',
  data: { order: 4711, reason: 'card declined', nested: { a: 1 } },
}
const HEADERS = {
  'ce-specversion': '1.0',
  'ce-type': 'com.example.order.failed',
  'ce-source': SOURCE,
  'ce-id': 'A1',
  'ce-subject': 'Bestellung%20%E2%84%96%204711',
}

function lossesOf(data: object): readonly object[] {
  const reading = readBy(cloudevents, { ...EVENT, data })
  return reading.kind === 'message' ? (reading.draft.losses ?? []) : []
}

describe('CloudEvents', () => {
  // prettier-ignore
  const TYPES: readonly (readonly [type: string, color: string])[] = [
    ['com.example.order.failed', 'danger'],
    ['com.example.order.pending', 'warning'],
    ['com.example.order.completed', 'good'],
    ['com.example.order.paid', '#8a94a6'],
  ]
  for (const [type, color] of TYPES) {
    it(`shows ${type} as JSON`, () => {
      expect(shownBy(cloudevents, { ...EVENT, type })).to.deep.equal({
        title: `**${type}: order 4711**`,
        color,
        text: '',
        fields: [`Source: <${SOURCE}>`, 'order: 4711', 'reason: card declined'],
        links: [],
      })
    })
  }

  it('names the incident by source and subject, and the delivery by source and id', () => {
    expect(eventOf(cloudevents, EVENT)).to.deep.equal({
      event: EVENT.type,
      incident: `${SOURCE} order 4711`,
      incidentTitle: 'order 4711',
      deliveryId: `${SOURCE} A1`,
      at: Date.parse(EVENT.time),
    })
  })

  it('shows one whose attributes are headers', () => {
    const { title, fields } = shownBy(cloudevents, { order: 4711 }, HEADERS)
    expect(title).to.equal('**com.example.order.failed: Bestellung № 4711**')
    expect(fields).to.deep.equal([`Source: <${SOURCE}>`, 'order: 4711'])
    expect(shownBy(cloudevents, 'card declined', HEADERS).text).to.equal('card declined')
    const odd = shownBy(cloudevents, {}, { ...HEADERS, 'ce-subject': '100%' })
    expect(odd.title).to.include('100%')
  })

  it('shows a sentence of the data as the text', () => {
    const data = { message: 'The card was declined', order: 1 }
    const { text, fields } = shownBy(cloudevents, { ...EVENT, data })
    expect(text).to.equal('The card was declined')
    expect(fields).to.deep.equal([`Source: <${SOURCE}>`, 'order: 1'])
  })

  it('shows what objects of the data are called, and what they say, three below it at most', () => {
    const data = {
      run: {
        meta: { name: 'build-1' },
        status: { steps: [{ reason: 'Failed', message: '1 of 2' }] },
      },
      deep: { a: { b: { c: { message: 'too deep' } } } },
      id: 7,
      isManual: true,
    }
    expect(shownBy(cloudevents, { ...EVENT, data })).to.deep.include({
      text: '1 of 2',
      fields: ['meta: build-1', 'reason: Failed', `Source: <${SOURCE}>`, 'id: 7'],
    })
    expect(lossesOf(data)).to.deep.equal([{ path: 'data', reason: '2 members are not shown' }])
    expect(lossesOf({ order: 4711 })).to.deep.equal([])
  })

  for (const [type, data, color] of [
    ['dev.tekton.pipelinerun.failed.v1', {}, 'danger'],
    ['quota.exceeded', {}, 'danger'],
    ['access.denied', {}, 'danger'],
    ['run.successful.v1beta1', {}, 'good'],
    ['run.finished', { severity: 'low' }, 'good'],
    ['scan.completed', { resources: [{ overview: { severity: 'Medium' } }] }, 'warning'],
    ['scan.completed', { first: { severity: 'Medium' }, severity: 'Critical' }, 'danger'],
  ] as const) {
    it(`shows ${type} with ${JSON.stringify(data)} in ${color}`, () => {
      expect(shownBy(cloudevents, { ...EVENT, type, data }).color).to.equal(color)
    })
  }

  it('shows no JSON that is a text', () => {
    const { text, fields } = shownBy(cloudevents, { ...EVENT, data: '{"order": 1, "a": [1]}' })
    expect(text).to.equal('')
    expect(fields).to.deep.equal([`Source: <${SOURCE}>`, 'order: 1'])
  })

  it('shows a batch as a list', () => {
    const batch = Array.from({ length: 7 }, (_, index) => ({ ...EVENT, id: `A${index}` }))
    const { title, text } = shownBy(cloudevents, batch)
    expect(title).to.equal(`**7 events of ${SOURCE}**`)
    expect(text.split('\n')).to.have.lengthOf(6)
    expect(text).to.include('and 2 more')
    expect(eventOf(cloudevents, batch)).to.deep.equal({ event: 'batch' })
    expect(shownBy(cloudevents, [EVENT]).title).to.include('order 4711')
  })

  it('skips an empty batch', () => {
    expect(eventOf(cloudevents, [])).to.include({ event: 'batch' })
    expect(isShown(cloudevents, [])).to.equal(false)
    const headers = { 'content-type': 'application/cloudevents-batch+json; charset=utf-8' }
    const request = { headers, query: {}, body: { kind: 'json', value: [], text: '[]' } } as const
    expect(cloudevents.detect?.(request)).to.equal('header')
  })

  it('says how much data it has that it does not show', () => {
    const { data: _, ...rest } = EVENT
    const fieldsOf = (members: object): readonly string[] =>
      shownBy(cloudevents, { ...rest, ...members }).fields
    expect(fieldsOf({ data: [1, 2, 3] })).to.include('Data: 3 elements')
    expect(fieldsOf({ data: [{}] })).to.include('Data: 1 element')
    const data_base64 = 'AAAA'
    expect(fieldsOf({ data_base64 })).to.include('Data: a file')
    expect(fieldsOf({ data_base64, datacontenttype: 'image/png' })).to.include(
      'Data: a file (image/png)',
    )
  })

  it('says what is missing', () => {
    expectRefused(cloudevents, {}, 'specversion')
  })
})

describeFormat(cloudevents, [
  { name: 'as JSON', body: EVENT, shows: ['com.example.order.failed', '4711'], links: [SOURCE] },
  { name: 'by headers', body: { order: 1 }, headers: HEADERS, shows: ['№ 4711'], links: [SOURCE] },
  { name: 'a batch', body: [EVENT, EVENT], shows: ['2 events'] },
])
