import { type ChartPoint, chartRows } from '../../../native/message/blocks/tables.js'
import {
  at,
  bold,
  type Element,
  fence,
  firstText,
  inlineMarkdown,
  isEmpty,
  isWebUrl,
  joined,
  lines,
  link,
  list,
  listAt,
  markdown,
  numberAt,
  partsAt,
  phrase,
  prose,
  type Table,
  table,
  textAt,
  textOf,
} from '../../kit.js'
import type { CardSheet } from './card-sheet.js'
import { wordsAt } from './card-text.js'

/** Pixels of a picture that is small whatever its size is called. */
const SMALL = 80

export type Show = (element: Element, sheet: CardSheet) => void

/** What elements show that hold no others. */
export const CONTENTS: Table<Show> = {
  FactSet: showFacts,
  Image: showPicture,
  Icon: () => undefined,
  Component: showComponent,
  Media: ({ value }, sheet) => {
    const url = textAt(value, 'sources.0.url')
    if (url !== '') sheet.links.push({ text: wordsAt(value, 'altText') || 'Media', url })
    sheet.picture({ url: textAt(value, 'poster'), alt: '', isSmall: false })
  },
  CodeBlock: ({ value }, sheet) => {
    sheet.text(fence(textAt(value, 'codeSnippet'), textAt(value, 'language')))
  },
  Badge: ({ value }, sheet) => {
    const text = wordsAt(value, 'text')
    const tooltip = wordsAt(value, 'tooltip')
    if (text === '' || tooltip === '') sheet.text(bold(text || tooltip))
    else sheet.text([bold(text), ` (${tooltip})`])
  },
  CompoundButton: ({ value }, sheet) => {
    const title = wordsAt(value, 'title')
    const url = textAt(value, 'selectAction.url')
    if (title !== '' && isWebUrl(url)) sheet.linked.add(url)
    const more = ['badge', 'description'].map((name) => prose(wordsAt(value, name), Infinity))
    sheet.text(lines(bold(link(url, title)), ...more))
  },
  ProgressBar: ({ value }, sheet) => {
    sheet.color(textAt(value, 'color'))
    const done = numberAt(value, 'value')
    const all = numberAt(value, 'max') ?? 100
    if (done !== null && all > 0) sheet.text(`${Math.round((done / all) * 100)} %`)
  },
  ProgressRing: ({ value }, sheet) => {
    sheet.text(wordsAt(value, 'label'))
  },
  Rating: ({ value }, sheet) => {
    const stars = textAt(value, 'value')
    const count = textAt(value, 'count')
    if (stars === '') return
    sheet.text(`${stars} of ${textAt(value, 'max') || '5'}${count === '' ? '' : ` (${count})`}`)
  },
}

/** The same for all types that begin so. */
export const FAMILIES: readonly (readonly [string, Show])[] = [
  ['Chart.', showChart],
  ['Input.', showInput],
]

function showFacts(element: Element, sheet: CardSheet): void {
  for (const { value: fact } of partsAt(element, 'facts')) {
    if (!sheet.elements.take()) return
    const title = wordsAt(fact, 'title').replace(/:$/, '')
    const value = wordsAt(fact, 'value')
    if (sheet.isInCell) sheet.text([bold(title), ' ', inlineMarkdown(value)])
    else sheet.field({ title, value: markdown(value), short: true })
  }
}

export function showPicture({ value }: Element, sheet: CardSheet): void {
  const isPixels = ['width', 'height'].some((side) => parseInt(textAt(value, side), 10) <= SMALL)
  const isSmall =
    sheet.isNarrow ||
    isPixels ||
    textAt(value, 'size').toLowerCase() === 'small' ||
    textAt(value, 'style').toLowerCase() === 'person'
  // A picture that leads somewhere has a button with its words.
  const alt = at(value, 'selectAction') === undefined ? wordsAt(value, 'altText') : ''
  sheet.picture({ url: textAt(value, 'url'), alt, isSmall })
}

/** A person, file or event of Microsoft 365. */
function showComponent({ value }: Element, sheet: CardSheet): void {
  const properties = at(value, 'properties')
  for (const each of [properties, ...listAt(properties, 'users')]) {
    const name = firstText(each, 'displayName', 'title', 'name', 'userPrincipalName')
    const meeting = textAt(each, 'onlineMeetingUrl')
    const url = textAt(each, 'url')
    if (isWebUrl(url) && isWebUrl(meeting)) sheet.links.push({ text: 'Join', url: meeting })
    const people = [at(each, 'organizer'), ...listAt(each, 'attendees')]
    const details = [
      textAt(each, 'start'),
      textAt(each, 'end'),
      ...listAt(each, 'locations').map(textOf),
      textAt(each, 'status'),
      ...people.map((person) => textAt(person, 'name')),
    ]
    sheet.text(joined([link(url || meeting, name), ...details], ', '))
  }
}

/** What Teams shows of an input that nobody has touched. */
function showInput({ value, path }: Element, sheet: CardSheet): void {
  const words = ['label', 'title'].map((name) => prose(wordsAt(value, name), Infinity))
  const isOpen = textAt(value, 'style') === 'expanded' || at(value, 'isMultiSelect') === true
  const choices = listAt(value, isOpen ? 'choices' : '')
    .filter(() => sheet.elements.take())
    .map((choice) => prose(wordsAt(choice, 'title'), Infinity))
  const shown = lines(...words, list(choices, choices.length, choices.length))
  sheet.text(shown)
  const what = `nothing can be entered into ${textAt(value, 'type').slice(0, 50)} here`
  sheet.lose(path, isEmpty(shown) ? what : `${what}: only its words are shown`)
}

/** A chart: its title, its words, and its numbers as a table. */
function showChart(chart: Element, sheet: CardSheet): void {
  const { value } = chart
  sheet.heading(wordsAt(value, 'title'))
  sheet.text(phrase([wordsAt(value, 'value'), rangeOf(value), wordsAt(value, 'subLabel')]))
  const points = [...partsAt(chart, 'data'), ...partsAt(chart, 'segments')].flatMap((part) =>
    sheet.elements.take() ? pointsOf(part, sheet) : [],
  )
  const axes = { x: wordsAt(value, 'xAxisTitle'), y: wordsAt(value, 'yAxisTitle') }
  if (points.length > 0) sheet.text(table(chartRows(points, axes)))
}

/** From where to where a gauge goes. */
function rangeOf(gauge: unknown): string {
  const [min, max] = [textAt(gauge, 'min'), textAt(gauge, 'max')]
  return max === '' ? '' : `(${min || '0'} to ${max})`
}

/** A number, or those of a line, of a group of bars or of a bar in parts. */
function pointsOf(part: Element, sheet: CardSheet): readonly ChartPoint[] {
  const name = firstText(part.value, 'legend', 'title')
  const ofSeries = partsAt(part, 'values').filter(() => sheet.elements.take())
  const ofBar = partsAt(part, 'data').filter(() => sheet.elements.take())
  if (ofSeries.length + ofBar.length === 0) return [{ series: '', ...pointOf(part) }]
  return [
    ...ofSeries.map((each) => ({ series: name, ...pointOf(each) })),
    ...ofBar.map((each) => {
      const { label, value } = pointOf(each)
      return { series: label, label: name, value }
    }),
  ]
}

function pointOf({ value }: Element): Pick<ChartPoint, 'label' | 'value'> {
  return { label: firstText(value, 'x', 'legend'), value: firstText(value, 'y', 'value', 'size') }
}
