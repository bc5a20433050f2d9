import { expect } from 'chai'
import { anyJson } from '../../../lib/formats/any-json/index.js'
import type { FormatReading } from '../../../lib/formats/format.js'
import { eventOf, expectRefused, readBy, type Shown, shownBy } from '../operations/shown.js'

const PAGE = 'https://shop.test/orders/1'
const API = 'https://api.shop.test/orders/1'

function shown(body: unknown): Shown {
  return shownBy(anyJson, body)
}

function draftOf(body: unknown): Extract<FormatReading, { kind: 'message' }>['draft'] {
  const reading = readBy(anyJson, body)
  if (reading.kind !== 'message') throw new Error(reading.kind)
  return reading.draft
}

describe('any JSON', () => {
  const titles: readonly (readonly [what: string, body: unknown, title: string])[] = [
    ['a title', { title: 'Disk is full', event: 'alert' }, 'Disk is full'],
    ['a subject before a summary', { summary: 'a', subject: 'Your order' }, 'Your order'],
    ['the nearest one', { data: { title: 'far' }, summary: 'Near' }, 'Near'],
    ['one at depth 3', { a: { b: { title: 'Deep' } }, type: 'x' }, 'Deep'],
    ['none at depth 4', { a: { b: { c: { title: 'Too deep' } } }, type: 'ping' }, 'Ping'],
    ['none out of an array', { items: [{ title: 'Mug' }], name: '#1182' }, '#1182'],
    ['none that says nothing', { title: ' ', subject: '--', event: 'ping' }, 'Ping'],
    ['an event in words', { type: 'charge.failed' }, 'Charge failed'],
    ['an event in capitals', { type: 'SCANNING_COMPLETED' }, 'Scanning completed'],
    ['an event in one word', { action: { type: 'updateCard' } }, 'Update card'],
    ['an event with a namespace', { event: 'run:needs_attention' }, 'Run needs attention'],
    [
      'an event that is a sentence',
      { event: 'API check has recovered' },
      'API check has recovered',
    ],
    ['the event before the action', { action: 'open', event_type: 'push' }, 'Push'],
    ['the nearest event', { name: 'shop', data: { event: 'push' } }, 'shop'],
    ['an event whatever its spelling', { EventType: 'BUILD_FINISHED' }, 'Build finished'],
    ['a name as it is', { name: 'web-01.shop.test' }, 'web-01.shop.test'],
    ['no type of one word below', { repo: { type: 'branch', name: 'shop' } }, 'shop'],
    ['a type of two words below', { repo: { type: 'user.login' } }, 'User login'],
    ['an event out of an array', [{ event: 'bounce' }], 'Bounce'],
    ['a name out of an array', [{ name: 'web-01' }], 'web-01'],
    ['no name of a part', { items: [{ name: 'Mug' }] }, 'Webhook'],
    ['the name of no owner', { team: { name: 'Acme' }, job: { name: 'Backup' } }, 'Backup'],
    ['one word and to what', { action: 'added', task: { name: 'Clay' } }, 'Added: Clay'],
    ['what is called like a title', { ticket_title: 'Late', a_type: 'is.new' }, 'Late'],
    ['an event of another name', { webhookEvent: 'build_failed', check_name: 'a' }, 'Build failed'],
    ['a type of another name', { alertType: 'HostDown', check_name: 'a' }, 'Host down'],
    ['the name of what is reported', { check_name: 'Shop front', who_name: 'Jo' }, 'Shop front'],
    ['no title of anything else', { payment_title: 'Invoice', who_name: 'Jo' }, 'Webhook'],
    ['what is called so in a language', { headline: { 'en-US': 'Open' } }, 'Open'],
    ['what the webhook is called', { figure: 5 }, 'Webhook'],
    ['nothing named like a credential', { secret: { title: 'hidden' }, type: 'ping' }, 'Ping'],
    ['no JSON in a text', { title: '{"a":1}', type: 'ping' }, 'Ping'],
  ]
  for (const [what, body, title] of titles) {
    it(`has as its title ${what}`, () => expect(shown(body).title).to.equal(`**${title}**`))
  }

  it('shows a long title whole, as a text', () => {
    const summary = `${'long '.repeat(60)}end`
    expect(shown({ summary }).title).to.match(/^\*\*long .{100,150}…\*\*$/)
    expect(shown({ summary, message: 'more' }).text).to.equal(`${summary}\n\nmore`)
  })

  const texts: readonly (readonly [body: object, text: string])[] = [
    [{ message: 'a', text: 5, description: 'b' }, 'a'],
    [{ description: 'b', details: 'c' }, 'b'],
    [{ data: { message: 'far' }, reason: 'near' }, 'near'],
    [{ commits: [{ message: 'listed' }], data: { object: { body: 'b' } } }, 'b'],
    [{ commits: [{ message: 'listed' }] }, 'listed'],
    [{ title: 'same', message: 'same' }, ''],
    [{ message: 'a\nb' }, 'a\nb'],
  ]
  for (const [body, text] of texts) {
    it(`has the text ${JSON.stringify(text)} of ${JSON.stringify(body)}`, () => {
      expect(shown(body).text).to.equal(text)
    })
  }

  const links: readonly (readonly [what: string, body: object, url: string])[] = [
    ['a page before an address of an API', { url: API, order_status_url: PAGE }, PAGE],
    ['the address of an API if there is no other', { links: [{ href: API }] }, API],
    ['html_url before url', { url: `${PAGE}/a`, html_url: PAGE }, PAGE],
    ['url before another one', { log_url: `${PAGE}/log`, build: { url: PAGE } }, PAGE],
    ['an address whatever its name ends with', { alarm: { eventLocalLink: PAGE } }, PAGE],
    ['no callback', { callback_url: PAGE }, ''],
    ['no picture', { avatar_url: PAGE, url: 'https://shop.test/a.png?b' }, ''],
    ['no address without http', { url: '/orders/1', link: 'ftp://shop.test/a' }, ''],
    ['no address in another text', { message: PAGE }, ''],
  ]
  for (const [what, body, url] of links) {
    it(`leads to ${what}`, () => {
      expect(shown({ title: 'Order', ...body }).title).to.equal(
        url === '' ? '**Order**' : `**[Order](${url})**`,
      )
    })
  }

  const GREY = '#8a94a6'
  const colors: readonly (readonly [body: object, color: string])[] = [
    [{ status: 'failed', type: 'build.finished' }, 'danger'],
    [{ build: { state: 'passed' }, type: 'build.finished' }, 'good'],
    [{ type: 'charge.failed' }, 'danger'],
    [{ severity: 'warning', message: 'a' }, 'warning'],
    [{ severity: 'critical', status: 'resolved' }, 'good'],
    [{ severity: 'high', status: 'completed' }, 'danger'],
    [{ status: 'DOWN -> UP' }, 'good'],
    [{ previous_state: 'UP', current_state: 'DOWN' }, 'danger'],
    [{ status_message: 'Broken' }, 'danger'],
    [{ job: { success: false } }, 'danger'],
    [{ title: 'Backup of pve1 failed' }, 'danger'],
    [{ title: 'Recovered from down', severity: 'ok' }, 'good'],
    [{ status: 'open' }, GREY],
    [{ status: 'constructor', level: '__proto__' }, GREY],
  ]
  for (const [body, color] of colors) {
    it(`has the colour ${color} for ${JSON.stringify(body)}`, () => {
      expect(shown({ more: 'b', ...body }).color).to.equal(color)
    })
  }

  it('shows six short values, the nearest first, and counts the rest', () => {
    const body = {
      title: 'Key was changed',
      id: 'id-1',
      created_at: '2026-11-01T10:00:00Z',
      checksum: 'a1',
      api_key: 'hidden',
      client: { secret: 'hidden', name: 'Jo', id: 7 },
      design: 'oak',
      count: 0,
      done: false,
      tags: ['a', 'b', 'c', 'd'],
      nothing: null,
      empty: '',
      note: 'x'.repeat(201),
      figures: [{ total: 3 }],
    }
    expect(shown(body).fields).to.deep.equal([
      'Design: oak',
      'Count: 0',
      'Done: false',
      'Tags: a, b, c and 1 more',
      'Client name: Jo',
      'Figures total: 3',
    ])
    expect(draftOf(body).cards?.[0]?.footer).to.equal('and 5 more members')
  })

  it('shows ids, times and hashes if there is room', () => {
    const body = { id: 7, sha: 'a1', at: '2026-11-01', who: 'Jo', data: { id: 8 } }
    expect(shown(body).fields).to.deep.equal([
      'Who: Jo',
      'ID: 7',
      'Sha: a1',
      'At: 2026-11-01',
      'ID: 8',
    ])
    expect(draftOf(body).cards?.[0]?.footer).to.equal('')
  })

  it('shows what has the label of another one, and later elements, if there is room', () => {
    const body = { a: { kind: 'x' }, list: [{ b: 1 }, { b: 2, c: 3 }], a_kind: 'y', who: 'Jo' }
    expect(shown(body).fields).to.deep.equal([
      'A kind: y',
      'Who: Jo',
      'List b: 1',
      'A kind: x',
      'List b: 2',
      'List c: 3',
    ])
  })

  it('shows a text in HTML without its tags', () => {
    expect(shown({ type: 'x', body: '<p>Where is <b>my</b> mug?</p>' }).text).to.equal(
      'Where is my mug?',
    )
    expect(shown({ type: 'x', body: 'a <b>' }).text).to.equal('a <b>')
  })

  it('reads four levels, and three elements of an array', () => {
    const body = {
      a: { b: { c: { d: 'read', e: { f: 'not read' } } } },
      g: [{ h: 1 }, { h: 2 }, { h: 3 }, { h: 4 }],
    }
    expect(shown(body).fields).to.deep.equal(['G h: 1', 'C d: read', 'G h: 2', 'G h: 3'])
    expect(draftOf(body).cards?.[0]?.footer).to.equal('and 2 more members')
  })

  it('reads 2,000 members', () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`a${at}`, at]))
    expect(draftOf({ ...many, title: 'last' }).cards?.[0]?.footer).to.equal('and 2995 more members')
    expect(shown({ ...many, title: 'last' }).title).to.equal('**Webhook**')
  })

  it('cuts what is over 4,000 characters, and says so', () => {
    const message = 'a line of the log\n'.repeat(400)
    const { losses } = draftOf({ title: 'Log', message, level: 'info' })
    expect(losses).to.deep.equal([
      { path: 'message', reason: 'only the first 3791 characters are shown' },
    ])
    expect(shown({ title: 'Log', message }).text).to.match(/…$/)
    expect(draftOf({ title: 'Log', message: 'short' }).losses).to.deep.equal([])
  })

  it('is named by the value of its title, in lower case, and belongs to no incident', () => {
    expect(eventOf(anyJson, { type: 'Charge.Failed', id: 'a' })).to.deep.equal({
      event: 'charge.failed',
    })
    expect(eventOf(anyJson, { a: 1 })).to.deep.equal({ event: 'webhook' })
  })

  it('is a form, too', () => {
    const fields = [
      ['Name', 'Shop'],
      ['Token', 'hidden'],
      ['Status', 'Down'],
    ] as const
    const body = { kind: 'fields', fields, text: '' } as const
    const reading = anyJson.read({ headers: {}, query: {}, body })
    expect(reading).to.deep.include({ kind: 'message', event: { event: 'shop' } })
    expect(JSON.stringify(reading)).to.include('Down').and.not.to.include('hidden')
  })

  it('is refused where there is nothing in it', () => {
    for (const body of [{}, []]) expectRefused(anyJson, body, '', 'the body is empty')
    for (const body of [5, null, true, 'text']) {
      expectRefused(anyJson, body, '', 'expected an object, an array or a form')
    }
  })
})
