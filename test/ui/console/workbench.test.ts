import { expect } from 'chai'
import {
  namesOf,
  placeOf,
  placeOfFault,
} from '../../../ui/console/pages/workbench/payload-field.js'
import {
  asForm,
  isUnnamedForm,
  previewedOf,
  sentOf,
  toUrl,
  valueOf,
} from '../../../ui/console/pages/workbench/sent.js'
import {
  isNameable,
  keyOf,
  rowsOf,
  tagFor,
} from '../../../ui/console/pages/workbench/value-tree.js'

const ORDER = {
  id: 7,
  customer: { name: 'Nora', mails: ['a@example.org'] },
  items: [{ name: 'Tea', tags: ['hot'] }, { name: 'Mug' }],
  'a "quoted" name': { '}': '{"id": 1}' },
}

const LOGGED = {
  time: Date.now(),
  outcome: 'refused',
  size: 300_000,
  errorId: '',
  replayOf: null,
  headers: [],
  contentType: '',
} as const

describe('the place of a value in a payload', () => {
  for (const json of [JSON.stringify(ORDER), JSON.stringify(ORDER, null, 2)]) {
    const places: readonly (readonly [path: string, value: unknown])[] = [
      ['id', 7],
      ['customer', ORDER.customer],
      ['customer.mails[0]', 'a@example.org'],
      ['items', ORDER.items],
      ['items[1]', { name: 'Mug' }],
      ['items[1].name', 'Mug'],
      ['items.0.tags.0', 'hot'],
      // What is nearest above it.
      ['items[1].price', { name: 'Mug' }],
      ['nothing', ORDER],
    ]
    for (const [path, value] of places) {
      it(`is found by ${path}${json.includes('\n') ? ' in several lines' : ''}`, () => {
        const place = placeOf(json, namesOf(path))
        expect(JSON.parse(json.slice(place?.from, place?.to))).to.deep.equal(value)
      })
    }
  }

  it('is found whatever its name is, and however deep', () => {
    const json = JSON.stringify(ORDER)
    const { from, to } = placeOf(json, ['a "quoted" name', '}']) ?? { from: 0, to: 0 }
    expect(json.slice(from, to)).to.equal(String.raw`"{\"id\": 1}"`)
    const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`
    expect(
      placeOf(
        deep,
        Array.from({ length: 5_000 }, () => '0'),
      ),
    ).to.deep.equal({
      from: 5_000,
      to: 5_001,
    })
  })

  it('is that of a fault: a letter, or what the error names', () => {
    const detail = 'not JSON: expected a comma at position 10 (line 1, column 11)'
    expect(placeOfFault('{"a": "b" "c": 1}', detail)).to.deep.equal({ from: 10, to: 11 })
    const json = '{"attachments": [{"color": 5}]}'
    expect(placeOfFault(json, 'attachments[0].color: expected a string')).to.deep.equal({
      from: 27,
      to: 28,
    })
    expect(placeOfFault(json, 'There is no channel')).to.equal(null)
    expect(placeOfFault('text=a', 'text: expected a string')).to.equal(null)
  })
})

describe('the members of a payload as a list', () => {
  const listed = (turned: readonly string[][], most = 100) => {
    const { rows, isWhole } = rowsOf(ORDER, new Set(turned.map(keyOf)), most)
    return { paths: rows.map(({ path }) => path.join('.')), isWhole }
  }

  it('has those of small objects at first, and of whatever is opened', () => {
    const paths = ['id', 'customer', 'customer.name', 'customer.mails', 'items']
    const last = ['a "quoted" name', 'a "quoted" name.}']
    expect(listed([])).to.deep.equal({ paths: [...paths, ...last], isWhole: true })
    expect(listed([['items'], ['customer']]).paths).to.deep.equal([
      'id',
      'customer',
      'items',
      'items.0',
      'items.0.name',
      'items.0.tags',
      'items.1',
      ...last,
    ])
    const wide = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a${at}`, at]))
    const deep = { a: { a: { a: { a: { a: 1 } } } } }
    expect(
      rowsOf({ wide, deep }, new Set(), 99).rows.map(({ path }) => path.join('.')),
    ).to.deep.equal(['wide', 'deep', 'deep.a', 'deep.a.a', 'deep.a.a.a'])
    const list = rowsOf([{ a: 1 }, { a: 2 }], new Set(), 99).rows
    expect(list.map(({ path }) => path.join('.'))).to.deep.equal(['', '0', '0.a', '1'])
  })

  it('ends where it gets too long, and says so', () => {
    expect(listed([], 3)).to.deep.equal({
      paths: ['id', 'customer', 'customer.name'],
      isWhole: false,
    })
    expect(listed([], 7).isWhole).to.equal(true)
    expect(rowsOf('a', new Set(), 9)).to.deep.equal({ rows: [], isWhole: true })
  })

  it('says where a member is among its neighbours', () => {
    const { rows } = rowsOf(ORDER, new Set([keyOf(['customer'])]), 9)
    expect(rows[0]).to.deep.include({ at: 1, of: 4, size: null, isOpen: false })
    expect(rows[2]).to.deep.include({ at: 3, of: 4, size: 2, isOpen: false })
  })
})

describe('what is put into a template for a value', () => {
  const rows: readonly (readonly [path: string, value: unknown, before: string, tag: string])[] = [
    ['id', 7, 'Order ', '{{id}}'],
    ['items.0.name', 'Tea', '', '{{items.0.name}}'],
    ['items', ORDER.items, '', '{{#each items}}|{{/each}}'],
    ['items.0.tags', ['hot'], '', '{{#each items.0.tags}}{{this}} |{{/each}}'],
    ['items.1.name', 'Mug', '{{#each items}}- ', '{{this.name}}'],
    ['items.1.name', 'Mug', '{{#each items}}-{{/each}} ', '{{items.1.name}}'],
    ['items.0.tags', ['hot'], '{{ #each items }}', '{{#each this.tags}}{{this}} |{{/each}}'],
    ['items.0.tags.0', 'hot', '{{#each items}}{{#each this.tags}}', '{{this}}'],
    ['id', 7, '{{#each items}}', '{{id}}'],
    ['', [{ a: 1 }], '', '{{#each this}}|{{/each}}'],
    ['1.a', 1, '{{#each this}}', '{{this.a}}'],
    ['items', ORDER.items, '{{#each items}}', '{{#each items}}|{{/each}}'],
  ]
  for (const [path, value, before, tag] of rows) {
    it(`is ${tag} for ${path} after “${before}”`, () => {
      const names = path === '' ? [] : path.split('.')
      const row = { path: names, value, size: null, isOpen: false, at: 1, of: 1 }
      const [left, right] = tagFor(row, before)
      expect(right === '' ? left : `${left}|${right}`).to.equal(tag)
    })
  }

  it('is nothing for what a template cannot name', () => {
    const named = [['id'], ['items', '0', 'name'], ['0'], ['a-b'], ['a', 'this']]
    const others = [
      ['a.b'],
      [''],
      ['a b'],
      ['a|b'],
      ['a"'],
      ['{'],
      ['#if'],
      ['/a'],
      ['else'],
      ['this'],
    ]
    for (const path of named) expect(isNameable(path), path.join()).to.equal(true)
    for (const path of [...others, ['api_key'], ['a', 'password']]) {
      expect(isNameable(path), path.join()).to.equal(false)
    }
  })
})

describe('what is sent from the workbench', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const request = (body: string, contentType: string, query: Record<string, string> = {}) => ({
    ...LOGGED,
    contentType,
    body,
    sent: {
      method: 'POST',
      path: '/github',
      query,
      headers: { 'content-type': contentType, host: 'a', 'x-github-event': 'push' },
    },
  })

  it('is what a request of the log sent', () => {
    expect(sentOf(request('{"a":1}', 'application/json', { events: 'push' }))).to.deep.equal({
      body: '{\n  "a": 1\n}',
      headers: 'content-type: application/json\nx-github-event: push',
      end: '/github?events=push',
    })
  })

  it('is the payload of a form or of a query as a body', () => {
    const form = request(String(new URLSearchParams({ payload: '{"a":1}' })), FORM)
    expect(sentOf(form)).to.include({ body: '{\n  "a": 1\n}', end: '/github' })
    expect(sentOf(form).headers).to.include('application/json').and.not.include(FORM)
    const inQuery = request('', '', { payload: '{"a":1}', wait: 'true' })
    expect(sentOf(inQuery)).to.include({ body: '{\n  "a": 1\n}', end: '/github?wait=true' })
  })

  it('says why nothing of it is kept', () => {
    expect(sentOf({ ...LOGGED, body: null, sent: null }).lack).to.match(/^Not kept/)
  })

  const sent = { body: 'a', headers: 'X-A: b: c\n\nHost: d', end: 'github?events=push&x=?' }
  it('is previewed with its headers and the end of its URL', () => {
    expect(previewedOf(sent)).to.deep.equal({
      body: 'a',
      headers: { 'X-A': 'b: c', Host: 'd' },
      suffix: 'github',
      query: 'events=push&x=?',
    })
  })

  it('has as its values those of JSON, else the fields of a form', () => {
    const type = { headers: 'X-A: b\ncontent-type: application/x-www-form-urlencoded', end: '' }
    expect(valueOf({ ...type, body: 'a=1&b=x+y' })).to.deep.equal({ a: '1', b: 'x y' })
    expect(valueOf({ ...type, body: '[1]' })).to.deep.equal([1])
    expect(valueOf({ ...type, headers: '', body: 'a=1' })).to.equal(undefined)
  })

  it('is a form where it looks like one and is said to be something else', () => {
    const form = { body: 'a=1&b=x+y', headers: 'content-type: application/json\nX-A: b', end: '' }
    expect(isUnnamedForm(form)).to.equal(true)
    expect(isUnnamedForm(asForm(form))).to.equal(false)
    expect(valueOf(asForm(form))).to.deep.equal({ a: '1', b: 'x y' })
    expect(asForm(form).headers).to.include('X-A: b').and.not.include('json')
    for (const body of ['', '{"a=": 1}', 'a b=c', 'a\nb=c']) {
      expect(isUnnamedForm({ ...form, body }), body).to.equal(false)
    }
  })

  it('has a whole URL, and no header of another request', () => {
    expect(toUrl(sent, 'http://a/k')).to.deep.include({
      url: 'http://a/k/github?events=push&x=?',
      headers: ['X-A: b: c'],
    })
    expect(toUrl({ ...sent, end: '?wait=true' }, 'http://a/k').url).to.equal('http://a/k?wait=true')
  })
})
