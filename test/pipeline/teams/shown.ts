import { expect } from 'chai'
import { allFormats } from '../../../lib/formats/all.js'
import { Formats } from '../../../lib/formats/registry.js'
import { textAt } from '../../../lib/formats/json-members.js'
import type { RichText } from '../../../lib/model/message.js'
import { read } from '../../../lib/pipeline/read.js'
import { requestOf } from '../../support/format-requests.js'
import { USER_ID } from '../../support/translation.js'

const formats = new Formats(allFormats)

/** A message as its reader sees it: texts, facts, buttons and pictures; and its warnings. */
function shown(value: object): { readonly text: string; readonly warnings: readonly string[] } {
  const sent = {
    name: '',
    format: 'teams',
    body: JSON.stringify(value),
    contentType: null,
    headers: {},
  }
  const asked = formats.asked('/teams') ?? { kind: 'any' as const }
  const { message } = read({ ...requestOf(sent), asked }, { formats, userIdPattern: USER_ID })
  if (!message) throw new Error('nothing is shown')
  const { text, attachments } = message.value
  const written = (nodes: RichText): string => nodes.map((node) => node.text).join('')
  const parts = [
    written(text),
    ...attachments.flatMap((each) => [
      written(each.text),
      ...each.fields.map((field) => `${field.title} = ${written(field.value)}`),
      textAt(each.plain, 'image_url'),
      beside(each.plain),
      written(each.footer),
      ...each.actions.map(({ stored }) => `[${textAt(stored, 'name')}](${textAt(stored, 'url')})`),
    ]),
  ]
  return {
    text: parts.filter((part) => part !== '').join('\n'),
    warnings: message.warnings.map(({ path, reason }) => `${path}: ${reason}`),
  }
}

/** A small picture, and its words. */
function beside(plain: object): string {
  const url = textAt(plain, 'thumb_url')
  return url === '' ? '' : `${url} (${textAt(plain, 'thumb_alt')})`
}

export const card = (...body: readonly object[]): object => ({ type: 'AdaptiveCard', body })
export const text = (words: string, members: object = {}): object => ({
  type: 'TextBlock',
  text: words,
  ...members,
})
export type Row = readonly [what: string, sent: object, text: string, warnings?: readonly string[]]

/** A test for each row: what the message shows, and that it warns of nothing else. */
export function shows(rows: readonly Row[]): void {
  for (const [what, sent, expected, warnings = []] of rows) {
    it(`shows ${what}`, () => {
      expect(shown(sent)).to.deep.equal({ text: expected, warnings })
    })
  }
}
