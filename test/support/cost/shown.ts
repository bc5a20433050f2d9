import type { PostToShow } from '../../../lib/render/index.js'

/** A post that is short, and could be long or slow to show. */
export interface ShownShape {
  readonly name: string
  readonly payload: ShownPayload
}

/** A payload, and the members of a post at once. */
interface ShownPayload {
  readonly text: string
  readonly attachments: readonly object[]
}

const LONGEST = 16_383

/** A table whose rows are shorter than its head: Markdown fills them up. */
export function table(columns: number, rows: number, ruler = '-'): string {
  return `|${'a|'.repeat(columns)}\n|${`${ruler}|`.repeat(columns)}\n${'|\n'.repeat(rows)}`
}

/** A table whose cells are all written. */
function fullTable(columns: number, rows: number, ruler = '-'): string {
  const row = (cell: string): string => `|${`${cell}|`.repeat(columns)}\n`
  return row('a') + row(ruler) + row('').repeat(rows)
}

const message = (text: string): ShownPayload => ({ text, attachments: [] })
const attached = (count: number, text: string): ShownPayload => ({
  text: '',
  attachments: new Array<object>(count).fill({ text }),
})
const fields = (count: number, value: string): ShownPayload => ({
  text: '',
  attachments: [{ fields: new Array<object>(count).fill({ title: 'a', value }) }],
})
const upTo = (unit: string, length = LONGEST): string =>
  unit.repeat(Math.floor(length / unit.length))

/** Posts that once took most, each in its way. */
export const KNOWN: readonly ShownShape[] = [
  shape('table of 125 x 130', message(table(125, 130))),
  shape('table of 250 x 260', message(table(250, 260))),
  shape('message of 10 tables', message(`${table(250, 260)}\n`.repeat(10))),
  shape('16 attachments with a table', attached(16, table(250, 260))),
  shape('21 attachments with a table', attached(21, table(250, 260))),
  shape('80 fields with a table', fields(80, table(60, 60))),
  shape('table in quotes', message(table(125, 130).replaceAll(/^/gm, '> > '))),
  shape('table of centred cells', message(fullTable(120, 120, ':-:'))),
  shape('quotes in quotes', message(upTo(`${'>'.repeat(58)}\n\n`))),
  shape('20 attachments with emoji', attached(20, upTo(':tada: ', 7_000))),
  shape('20 attachments with links', attached(20, upTo('[a](http://a.b) ', 16_000))),
  shape('60 fields with code', fields(60, upTo('```\na\n```\n', 1_000))),
]

function shape(name: string, payload: ShownPayload): ShownShape {
  return { name, payload }
}

/** Where long texts stand: in a message and an attachment, in few long ones, in many short ones. */
const PLACES: Readonly<Record<string, (text: (length: number) => string) => ShownPayload>> = {
  'message and attachment': (text) => ({
    text: text(LONGEST),
    attachments: [{ text: text(LONGEST) }],
  }),
  'long attachments': (text) => attached(40, text(18_000)),
  fields: (text) => fields(400, text(80)),
}

/** Each unit in each place, by itself, in each wrapping and in a table. */
export function shownShapes(
  units: readonly string[],
  wraps: Readonly<Record<string, (repeated: string) => string>>,
): readonly ShownShape[] {
  const all = { alone: (text: string) => text, ...wraps, ...OWN_WRAPS }
  return Object.entries(PLACES).flatMap(([place, put]) =>
    Object.entries(all).flatMap(([wrapping, wrap]) =>
      units.map((unit) =>
        shape(
          `${place} ${wrapping}: ${JSON.stringify(unit)}`,
          put((length) => wrap(upTo(unit, length - 30)).slice(0, length)),
        ),
      ),
    ),
  )
}

const OWN_WRAPS: Readonly<Record<string, (repeated: string) => string>> = {
  'in a table': (text) => `|a|b|\n|:-:|-|\n|${text}`,
  'in a quote': (text) => text.replaceAll(/^/gm, '> '),
}

/** More of them, that readers of Markdown find hard or that make much of little. */
// prettier-ignore
export const SHOWN_UNITS: readonly string[] = [
  '*a', '**a** ', '***a*', '[[', '[a][b]', '[![', '![a](b)', '<a@b>', '<a:b>', 'http://a ', '``a', '- - ',
  '> - ', '>>>>\n\n', `${'>'.repeat(58)}\n\n`, '#\n', '# a\n', 'a\n=\n', '||', '\n|', '|\n', '\\\n', '  \n',
  '&#1;', '![](http://a)', '- a\n', '- a\n\n', '***\n', '```\n\n', '[^a]', '[^a]: b\n', 'a@b.cc ', 'www.a.b ',
  ':tada:', '@ada ', '#abc ', '- [ ] a\n', '中**', '<https://a.b>',
]

/** A post with the parts of a payload, as a store gives it back. */
export function postOfShape({ payload: { text, attachments } }: ShownShape): PostToShow {
  return { message: text, props: { attachments } }
}
