import { expect } from 'chai'
import { Amounts, Reading } from '../../../lib/native/payload/reading.js'
import type { FormFields } from '../../../lib/native/body/fields.js'
import { readMediaType } from '../../../lib/native/body/media-type.js'
import { beginsAsMultipart, fieldsOf, readParts } from '../../../lib/native/body/multipart.js'
import { MAX_PART_HEADER } from '../../../lib/model/limits.js'
import { growthFault } from '../../support/cost/growth.js'
import { refuses, told } from '../payloads.js'

const LABEL = 'multipart/form-data; boundary=B'
const HEAD = 'Content-Disposition: form-data; name="text"\r\n'
const A: FormFields = [['text', 'a']]

interface Read {
  readonly fields: FormFields | null
  readonly warnings: readonly string[]
}

/** A body is written with one character for each byte. */
function read(body: string, contentType = LABEL): Read {
  const warnings = new Reading()
  const label = readMediaType(contentType)
  const parts = readParts(Buffer.from(body, 'latin1'), label, warnings.amounts)
  const fields = typeof parts === 'string' ? null : fieldsOf(parts, label.charset, warnings)
  return { fields, warnings: told(warnings) }
}

/** A form of one part. */
const form = (headers: string, body = 'a'): string => `--B\r\n${headers}\r\n${body}\r\n--B--\r\n`
const lf = (text: string): string => text.replaceAll('\r\n', '\n')
const bytes = (text: string): string => Buffer.from(text).toString('latin1')

describe('a multipart form', () => {
  const disposition = (rest: string): string => form(`Content-Disposition: ${rest}\r\n`)
  const spellings: readonly (readonly [string, string, string?])[] = [
    ['as browsers write it', form(HEAD)],
    [
      'as .NET writes it',
      '--b0-1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=text\r\n\r\na\r\n--b0-1--\r\n',
      'multipart/form-data; boundary="b0-1"',
    ],
    ['with line feeds alone', lf(form(HEAD))],
    ['with line feeds in its headers alone', form(lf(HEAD))],
    ['without a line end behind its last boundary', form(HEAD).trimEnd()],
    ['with spaces behind its boundaries', form(HEAD).replaceAll('--\r\n', '-- \t\r\n')],
    ['with an epilogue', `${form(HEAD)}--C\r\nthe end`],
    ['behind a preamble', `This is a form.\r\n\r\n${form(HEAD)}`],
    ['behind a preamble of dashes', `-- a form --\r\n${form(HEAD)}`],
    ['behind empty lines', `\r\n\n${form(HEAD)}`],
    ['with an empty line instead of two before the end', `--B\r\n${HEAD}\r\na\r\n--B--`],
    ['with header names in any case', form(HEAD.toUpperCase().replace('"TEXT"', '"text"'))],
    ['with a space before a colon', form('Content-Disposition : form-data; name=text\r\n')],
    ['with a folded header', disposition('form-data;\r\n\tname="text"')],
    ['with a folded header behind a line feed', disposition('form-data;\n name="text"')],
    ['with a header behind a carriage return', form(`\rX: x\r\n${HEAD}`)],
    ['with a header of one letter', form(`X\n${HEAD}`)],
    ['with parameters of its own', disposition('form-data; size=1; name="text"; x="; name=y"; z')],
    ['with a quote in a name without quotes', disposition('form-data; x=5" by 7"; name=text')],
    ['with any disposition', disposition('attachment; name=text')],
    ['with other headers', form(`X-Header: x\r\nno header\r\n: y\r\n${HEAD}`)],
    ['in binary', form(`${HEAD}Content-Transfer-Encoding: binary\r\n`)],
    ['in base64', form(`${HEAD}Content-Transfer-Encoding: BASE64\r\n`, 'YQ=\r\n=')],
    [
      'in quoted-printable',
      form(`${HEAD}content-transfer-encoding: Quoted-Printable\r\n`, '=\r\n=61=\n'),
    ],
    ['of another subtype', form(HEAD), 'multipart/mixed; boundary=B'],
    ['without a label', form(HEAD), ''],
    ['under the label of JSON', form(HEAD), 'application/json'],
    ['under a label with another boundary', form(HEAD), 'multipart/form-data; boundary=C'],
    ['under a label without a boundary', form(HEAD), 'multipart/form-data'],
    [
      'under a label with the beginning of its boundary',
      form(HEAD).replaceAll('--B', '--BB'),
      LABEL,
    ],
    [
      'with all characters of a boundary',
      form(HEAD).replaceAll('--B', `--a b:(c)+_,./=?;'`),
      `multipart/form-data; boundary="a b:(c)+_,./=?;'"`,
    ],
  ]
  it('has the names of files', () => {
    const named = (rest: string): unknown => read(disposition(`form-data; ${rest}`)).fields?.[0]
    const net = `name=text; filename=t.json; filename*=utf-8''t.json`
    expect(named(net)).to.deep.equal(['text', 'a', 't.json'])
    expect(named('filename="a\\"; name=b"; name="text"')).to.have.property('2', 'a"; name=b')
    expect(named(bytes('name="text"; filename="Größe.txt"'))).to.have.property('2', 'Größe.txt')
  })
  for (const [title, body, contentType] of spellings) {
    it(`is read ${title}`, () => {
      expect(read(body, contentType)).to.deep.equal({ fields: A, warnings: [] })
    })
  }

  const values: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['line ends', '\r\n\n\r\n'],
    ['lines that look like headers', 'a: b\r\n\r\nc: d'],
    ['lines that begin like a boundary', '--\r\n--Bx-\r\n--BB\r\n --B\r\n--B-\r\n--B--x\r\nx--B--'],
    ['a carriage return', '\ra\r'],
  ]
  for (const [title, value] of values) {
    it(`may hold ${title}`, () => {
      expect(read(form(HEAD, value)).fields).to.deep.equal([['text', value]])
    })
  }

  it('may have a boundary beyond ASCII, named or on its first line', () => {
    const body = form(HEAD).replaceAll('--B', '--\xe9')
    expect(read(`preamble\r\n${body}`, 'multipart/form-data; boundary=\xe9').fields).to.deep.equal(
      A,
    )
    expect(read(body, '').fields).to.deep.equal(A)
  })

  it(`has parts with less than ${MAX_PART_HEADER} bytes of headers`, () => {
    const padded = (size: number): string => {
      const filler = 'x'.repeat(size - HEAD.length - 'X: \r\n'.length)
      return form(`X: ${filler}\r\n${HEAD}`)
    }
    expect(read(padded(MAX_PART_HEADER - 1)).fields).to.deep.equal(A)
    expect(read(padded(MAX_PART_HEADER)).fields).to.equal(null)
  })

  it('may hold lines of dashes under a label without a boundary', () => {
    const { fields } = read(form(HEAD, '--\r\n----\r\na'), 'multipart/form-data')
    expect(fields).to.deep.equal([['text', '--\r\n----\r\na']])
  })

  it('keeps fields of one name in their order', () => {
    const part = (value: string): string => `--B\r\n${HEAD}\r\n${value}\r\n`
    expect(read(`${part('a')}${part('b')}--B--`).fields).to.deep.equal([
      ['text', 'a'],
      ['text', 'b'],
    ])
  })

  it('without parts has no fields', () => {
    expect(read('--B--')).to.deep.equal({ fields: [], warnings: [] })
  })

  it('loses parts without a name, with a warning', () => {
    const nameless = '--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B\r\n\r\ny\r\n'
    expect(read(nameless + form(HEAD))).to.deep.equal({
      fields: A,
      warnings: new Array<string>(2).fill(': a part of the form has no name and was left out'),
    })
  })

  const none: readonly (readonly [string, string, string?])[] = [
    ['JSON', '{"text":"a"}'],
    ['words behind dashes', '-- words'],
    ['dashes', '--\r\n--\r\n----'],
    ['a form with one dash before its boundary', form(HEAD).replaceAll('--B', '-B'), ''],
    ['a form with a letter before its boundary', form(HEAD).replaceAll('--B', 'x-B'), ''],
    ['a long line of dashes', '-'.repeat(300)],
    ['a form whose boundary is empty', form(HEAD).replaceAll('--B', '--'), ''],
    ['nothing', ''],
    ['a form that ends in a value', form(HEAD).slice(0, -'\r\n--B--\r\n'.length)],
    ['a form that ends in its last boundary', form(HEAD).slice(0, -'-\r\n'.length)],
    ['a form that ends behind a boundary', `${form(HEAD).slice(0, -'--\r\n'.length)}\r\n`],
    ['a part whose headers do not end', `--B\r\n${HEAD}--B--`],
    ['a part with too many headers', form(`${'X: x\r\n'.repeat(3_000)}${HEAD}`)],
    ['a form behind a preamble without a label', `preamble\r\n${form(HEAD)}`, ''],
    [
      'a form behind a preamble under the label of something else',
      `preamble\r\n${form(HEAD)}`,
      'text/plain; boundary=B',
    ],
    [
      'a form behind a preamble under a label with another boundary',
      `preamble\r\n${form(HEAD)}`,
      'multipart/form-data; boundary=C',
    ],
  ]
  for (const [title, body, contentType] of none) {
    it(`is not ${title}`, () => {
      expect(read(body, contentType).fields).to.equal(null)
    })
  }
})

describe('a body without a type', () => {
  it('begins like a multipart form with two dashes, behind line ends', () => {
    for (const body of ['--', '--B', '\r\n\n--B']) {
      expect(beginsAsMultipart(Buffer.from(body)), body).to.equal(true)
    }
    for (const body of ['', '-', '-B-', 'B--', ' --B', '\n-\n-', '\u2013']) {
      expect(beginsAsMultipart(Buffer.from(body)), body).to.equal(false)
    }
  })
})

describe('the charset of a multipart form', () => {
  const GUESSED = 'not UTF-8: read as windows-1252; set the charset in Content-Type'
  const typed = (type: string, body: string): string =>
    form(`${HEAD}Content-Type: ${type}\r\n`, body)

  const cases: readonly (readonly [string, string, string, string, readonly string[]])[] = [
    ['is UTF-8', form(HEAD, bytes('é日😀')), LABEL, 'é日😀', []],
    ['is that of the label', form(HEAD, '\xe9\x80'), `${LABEL}; charset=iso-8859-1`, 'é€', []],
    ['is guessed', form(HEAD, '\xe9\x80'), LABEL, 'é€', [`text: ${GUESSED}`]],
    [
      'is that of the part before the one of the label',
      typed('text/plain; charset="Shift_JIS"', '\x93\xfa\x96\x7b'),
      `${LABEL}; charset=iso-8859-1`,
      '日本',
      [],
    ],
    ['is UTF-8 for JSON', typed('application/json; charset=UTF-8', bytes('é')), LABEL, 'é', []],
    [
      'is UTF-8 where a part is and names ISO-8859-1',
      typed('text/plain; charset=iso-8859-1', bytes('é')),
      LABEL,
      'é',
      ['text: this part names another charset but is UTF-8, and was read as UTF-8'],
    ],
    ['is that of a part in ISO-8859-1', typed('a/b; charset=iso-8859-1', '\xe9'), LABEL, 'é', []],
    [
      'is not the unknown one of a part',
      typed('application/octet-stream; charset=binary', bytes('é')),
      LABEL,
      'é',
      ['text: this part names an unknown charset; it was read as if it named none'],
    ],
    ['is UTF-8 by its byte-order mark', form(HEAD, bytes('\ufeffé')), LABEL, 'é', []],
    ['is UTF-16 in its values alone', form(HEAD, '\0a'), `${LABEL}; charset=utf-16be`, 'a', []],
  ]
  for (const [title, body, contentType, text, warnings] of cases) {
    it(title, () => {
      expect(read(body, contentType)).to.deep.equal({ fields: [['text', text]], warnings })
    })
  }

  it('is that of the label for names', () => {
    const named = form('Content-Disposition: form-data; name="\xe9"\r\n')
    expect(read(named, `${LABEL}; charset=iso-8859-1`)).to.deep.equal({
      fields: [['é', 'a']],
      warnings: [],
    })
    const utf8 = form(`Content-Disposition: form-data; name="${bytes('é')}"\r\n`)
    expect(read(utf8).fields).to.deep.equal([['é', 'a']])
  })

  it('is refused when nobody knows the one of the label', () => {
    refuses(() => read(form(HEAD), `${LABEL}; charset=klingon`), 'unsupported_encoding', '')
  })
})

describe('the cost of a multipart form', () => {
  const MIB = 1_048_576
  const part = `--B\r\n${HEAD}\r\na\r\n`

  it('ends with its 1,001st part', () => {
    expect(read(`${part.repeat(1_000)}--B--`).fields).to.have.lengthOf(1_000)
    const refused = (body: string): void => {
      refuses(() => read(body), 'body_too_large', 'more than 1000 form fields')
    }
    refused(`${part.repeat(1_001)}--B--`)
    refused(part.repeat(100_000))
  })

  it('copies no value', () => {
    const body = Buffer.from(form(HEAD, 'x'.repeat(1_000)))
    const parts = readParts(body, readMediaType(LABEL), new Amounts())
    const only = typeof parts === 'string' ? undefined : parts[0]
    expect(only?.body.buffer).to.equal(body.buffer)
  })

  const LONG = 'multipart/form-data; boundary='.padEnd(8_000, '-')
  const hostile: readonly (readonly [string, string, string, string?])[] = [
    ['boundaries', '--B\r\n', ''],
    ['last boundaries', '--B--\r\n', ''],
    ['parts', part, ''],
    ['headers', 'X: x\r\n', '--B\r\n'],
    ['semicolons of a header', ';', '--B\r\nContent-Disposition: '],
    ['quotes of a header', '="', '--B\r\nContent-Disposition: ;a'],
    ['folded lines', '\r\n ', '--B\r\nContent-Disposition: form-data'],
    ['line ends', '\r\n', part],
    ['line ends before it', '\r\n', ''],
    ['carriage returns', '\r', part],
    ['line feeds', '\n', part],
    ['spaces behind a boundary', ' ', '--B'],
    ['dashes', '-', ''],
    ['dashes in a value', '-', part],
    ['dashes under a long boundary', '-', '', `${LONG}x`],
    ['lines of dashes under a long boundary', `${'-'.repeat(7_000)}\n`, part, `${LONG}x`],
    ['a preamble of words', 'words\n', ''],
    ['escapes', '=\n', `--B\r\nContent-Transfer-Encoding: quoted-printable\r\n${HEAD}\r\n`],
  ]
  for (const [title, unit, before, contentType] of hostile) {
    it(`grows no faster than 1 MiB of ${title}`, () => {
      const make = (n: number): string => `${before + unit.repeat(n / unit.length)}\r\n--B--`
      const cost = (body: unknown): unknown => read(String(body), contentType)
      expect(growthFault({ name: title, make }, MIB, cost)).to.equal(null)
    })
  }
})
