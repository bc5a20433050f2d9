/** A body that is no JSON text alone, or is one only just. */
export interface BodyShape {
  readonly name: string
  readonly contentType: string
  readonly make: (n: number) => Buffer
}

const BOUNDARY = '----a-boundary-that-parts-fields'
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Bodies whose reading, before they are a payload, could cost more than it should. */
export const BODIES: readonly BodyShape[] = [
  body('white space before a comma at the end', JSON_TYPE, ' ', '{"text":"a"', ',}'),
  body('raw control characters', JSON_TYPE, '\u0001', '{"text":"', '"}'),
  body('raw line ends', JSON_TYPE, '\n', '{"text":"', '"}'),
  body('commas at the end', JSON_TYPE, '[1,],', '{"text":"a","x":[', ']}'),
  body('commas, but no end', JSON_TYPE, ',', '{"text":"a","x":[1', ''),
  body('backslashes', JSON_TYPE, '\\\\', '{"text":"', '"}'),
  body('escaped halves of pairs', JSON_TYPE, '\\ud800', '{"text":"', '"}'),
  body('escaped zeros', JSON_TYPE, '\\u0000', '{"text":"', '"}'),
  body('open quotes', JSON_TYPE, '"', '{"text":"a"', ''),
  body('open brackets', JSON_TYPE, '[', '{"text":"a","x":', ''),
  body('empty objects', JSON_TYPE, '{},', '{"text":"a","x":[', '{}]}'),
  body('one long number', JSON_TYPE, '9', '{"text":"a","x":', '}'),
  body('names of members', JSON_TYPE, ',"mrkdwn":1', '{"text":"a"', '}'),
  body('an escaped form', FORM_TYPE, '%41', 'payload=%7B%22text%22%3A%22', '%22%7D'),
  body(
    'a form in another charset',
    `${FORM_TYPE}; charset=shift_jis`,
    '%41a',
    'payload=%7B%22text%22%3A%22',
    '%22%7D',
  ),
  body('a form without encoding', FORM_TYPE, 'a&', 'payload={"text":"', '"}'),
  body('fields of a form', FORM_TYPE, 'a=b&', '', 'text=a'),
  body('plus signs', FORM_TYPE, '+', 'text=', ''),
  body(
    'fields of a multipart form',
    MULTIPART_TYPE,
    field('a'),
    '',
    `${field('text')}--${BOUNDARY}--`,
  ),
  body('files', MULTIPART_TYPE, file(), '', `${field('text')}--${BOUNDARY}--`),
  body(
    'lines that begin like a boundary',
    MULTIPART_TYPE,
    '\r\n----a-boundary',
    field('text').trimEnd(),
    `\r\n--${BOUNDARY}--`,
  ),
  body('boundaries', MULTIPART_TYPE, `--${BOUNDARY}\r\n`, '', ''),
  body('headers of a part', MULTIPART_TYPE, 'X: x\r\n', `--${BOUNDARY}\r\n`, ''),
  body('line ends in a part', MULTIPART_TYPE, '\r\n', field('text'), `\r\n--${BOUNDARY}--`),
  body('dashes', MULTIPART_TYPE, '-', '', ''),
  body('a preamble', MULTIPART_TYPE, 'words\r\n', '', `${field('text')}--${BOUNDARY}--`),
  body('numbers past all', JSON_TYPE, '1e999,', '{"attachments":[{"fields":[{"value":[', '1]}]}]}'),
  body('bytes that are no UTF-8', JSON_TYPE, '\u00fc', '{"text":"', '"}', 'latin1'),
  body('UTF-16', JSON_TYPE, 'a', '\ufeff{"text":"', '"}', 'utf16le'),
]

function body(
  name: string,
  contentType: string,
  unit: string,
  before: string,
  after: string,
  encoding: BufferEncoding = 'utf8',
): BodyShape {
  return {
    name,
    contentType,
    make: (n) => {
      const each = Buffer.byteLength(unit, encoding)
      const around = Buffer.byteLength(before + after, encoding)
      const count = Math.max(0, Math.floor((n - around) / each))
      return Buffer.from(before + unit.repeat(count) + after, encoding)
    },
  }
}

function field(name: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na\r\n`
}

function file(): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\na\r\n`
}
