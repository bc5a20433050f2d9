import {
  at,
  bold,
  code,
  type Element,
  entryOf,
  fence,
  firstText,
  inlineMarkdown,
  isObject,
  isTexts,
  isWebUrl,
  italic,
  joined,
  link,
  listAt,
  markdown,
  numberAt,
  partsAt,
  prose,
  strike,
  table,
  type Table,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'
import type { CardSheet } from './card-sheet.js'
import { cardText, nameOf, wordsAt } from './card-text.js'
import { showChart } from './charts.js'

type Show = (element: Element, sheet: CardSheet) => void

const LARGE = new Set(['medium', 'large', 'extralarge'])

/** What elements show, by their types. */
const ELEMENTS: Table<Show> = {
  TextBlock: showText,
  RichTextBlock: showRuns,
  FactSet: showFacts,
  Image: showPicture,
  ImageSet: holding('images', 'Image'),
  Container: holding('items'),
  ColumnSet: holding('columns', 'Column'),
  Column: holding('items'),
  TableCell: holding('items'),
  Carousel: holding('pages', 'CarouselPage'),
  CarouselPage: holding('items'),
  Table: showTable,
  ActionSet: showActions,
  Media: showMedia,
  CodeBlock: showCode,
  Badge: showBadge,
  CompoundButton: showCompoundButton,
  Icon: () => undefined,
  ProgressBar: showProgress,
  ProgressRing: ({ value }, sheet) => {
    sheet.text(wordsAt(value, 'label'))
  },
  Rating: showRating,
  Component: showComponent,
}

/** The same for all types that begin so. */
const FAMILIES: readonly (readonly [string, Show])[] = [
  ['Chart.', showChart],
  ['Input.', showInput],
]

/** A card, or one in it. */
export function showCard(card: Element, sheet: CardSheet): void {
  sheet.color(textAt(card.value, 'style'))
  for (const element of partsAt(card, 'body')) showElement(element, sheet)
  showActions(card, sheet)
  showChoice(card, sheet)
}

/** `implied`: the type of an element without one. */
function showElement(element: Element, sheet: CardSheet, implied = ''): void {
  const { value, path } = element
  if (!isObject(value) || !sheet.elements.take()) return
  if (value['isVisible'] === false && !sheet.revealed.has(textAt(value, 'id'))) {
    sheet.lose(path, 'is hidden, and no action of the card shows it')
    return
  }
  const type = textAt(value, 'type') || implied
  const [, ofFamily] = FAMILIES.find(([prefix]) => type.startsWith(prefix)) ?? []
  const show = entryOf(ELEMENTS, type) ?? ofFamily
  if (!show) showUnknown(element, sheet)
  else {
    sheet.color(textAt(value, 'style'))
    show(element, sheet)
    showChoice(element, sheet)
  }
}

function holding(name: string, implied = ''): Show {
  return (element, sheet) => {
    for (const part of partsAt(element, name)) showElement(part, sheet, implied)
  }
}

function showUnknown(element: Element, sheet: CardSheet): void {
  const { value, path } = element
  const spare = at(value, 'fallback')
  if (isObject(spare)) {
    showElement({ value: spare, path: `${path}.fallback` }, sheet)
    return
  }
  const what = `unknown element type ${textAt(value, 'type').slice(0, 50)}`
  if (spare === 'drop') sheet.lose(path, `${what}: left out, as its fallback says`)
  else {
    sheet.lose(path, `${what}: only its texts are shown`)
    for (const name of ['title', 'text', 'label', 'description']) sheet.text(wordsAt(value, name))
    holding('items')(element, sheet)
  }
}

function showText({ value }: Element, sheet: CardSheet): void {
  const text = wordsAt(value, 'text')
  if (text === '') return
  sheet.color(textAt(value, 'color'))
  const isHeading =
    textAt(value, 'style') === 'heading' ||
    textAt(value, 'weight').toLowerCase() === 'bolder' ||
    LARGE.has(textAt(value, 'size').toLowerCase())
  if (isHeading) sheet.heading(text)
  else sheet.text(markdown(text))
}

function showRuns(element: Element, sheet: CardSheet): void {
  const runs = partsAt(element, 'inlines').filter(() => sheet.elements.take())
  sheet.text(runs.map((run) => readRun(run, sheet)))
}

function readRun(run: Element, sheet: CardSheet): Text {
  const { value } = run
  if (typeof value === 'string') return prose(cardText(value), Infinity)
  if (textAt(value, 'type') === 'ImageRun') showPicture(run, sheet)
  const words = cardText(textAt(value, 'text'))
  const url = textAt(value, 'selectAction', 'url')
  if (words === '' || !isWebUrl(url)) {
    showChoice(run, sheet)
    if (words === '') return ''
  }
  const linked = isWebUrl(url) ? link(url, words) : prose(words, Infinity)
  const isCode = textAt(value, 'fontType').toLowerCase() === 'monospace' && !isWebUrl(url)
  const plain = isCode ? code(words) : linked
  const struck = at(value, 'strikethrough') === true ? strike(plain) : plain
  const slanted = at(value, 'italic') === true ? italic(struck) : struck
  return textAt(value, 'weight').toLowerCase() === 'bolder' ? bold(slanted) : slanted
}

function showFacts(element: Element, sheet: CardSheet): void {
  for (const { value: fact } of partsAt(element, 'facts')) {
    if (!sheet.elements.take()) return
    const title = wordsAt(fact, 'title').replace(/:$/, '')
    sheet.field({ title, value: markdown(wordsAt(fact, 'value')), short: true })
  }
}

function showPicture({ value }: Element, sheet: CardSheet): void {
  sheet.picture(textAt(value, 'url'), wordsAt(value, 'altText'))
}

function showTable(element: Element, sheet: CardSheet): void {
  const rows = partsAt(element, 'rows').map((row) =>
    partsAt(row, 'cells').map((cell) => {
      const texts = sheet.taken(() => {
        showElement(cell, sheet, 'TableCell')
      })
      return joined(texts.map(inLine), ' ')
    }),
  )
  const head = at(element.value, 'firstRowAsHeaders') === false ? [['']] : []
  sheet.text(table([...head, ...rows]))
}

function inLine(text: Text): Text {
  if (typeof text === 'string' || isTexts(text)) return text
  return text.kind === 'markdown' ? inlineMarkdown(text.text) : text
}

function showMedia(element: Element, sheet: CardSheet): void {
  const { value } = element
  const url = firstText(value, 'sources.0.url')
  if (url !== '') sheet.links.push({ text: wordsAt(value, 'altText') || 'Media', url })
  sheet.picture(textAt(value, 'poster'), '')
}

function showCode({ value }: Element, sheet: CardSheet): void {
  sheet.text(fence(textAt(value, 'codeSnippet'), textAt(value, 'language')))
}

function showBadge({ value }: Element, sheet: CardSheet): void {
  const text = wordsAt(value, 'text')
  const tooltip = wordsAt(value, 'tooltip')
  if (text === '' || tooltip === '') sheet.text(bold(text || tooltip))
  else sheet.text([bold(text), ` (${tooltip})`])
}

function showCompoundButton({ value }: Element, sheet: CardSheet): void {
  for (const name of ['title', 'badge', 'description']) sheet.text(wordsAt(value, name))
}

function showProgress({ value }: Element, sheet: CardSheet): void {
  sheet.color(textAt(value, 'color'))
  const done = numberAt(value, 'value')
  const all = numberAt(value, 'max') ?? 100
  if (done !== null && all > 0) sheet.text(`${Math.round((done / all) * 100)} %`)
}

function showRating({ value }: Element, sheet: CardSheet): void {
  const stars = textAt(value, 'value')
  const count = textAt(value, 'count')
  if (stars === '') return
  sheet.text(`${stars} of ${textAt(value, 'max') || '5'}${count === '' ? '' : ` (${count})`}`)
}

/** A person, file or event of Microsoft 365. */
function showComponent({ value }: Element, sheet: CardSheet): void {
  const properties = at(value, 'properties')
  for (const each of [properties, ...listAt(properties, 'users')]) {
    const name = firstText(each, 'displayName', 'title', 'name', 'userPrincipalName')
    const url = firstText(each, 'url', 'onlineMeetingUrl')
    const places = listAt(each, 'locations').map(textOf)
    const when = [textAt(each, 'start'), textAt(each, 'end')]
    sheet.text(joined([link(url, name), ...when, ...places, textAt(each, 'status')], ', '))
  }
}

function showInput({ value, path }: Element, sheet: CardSheet): void {
  const label = firstText(value, 'label', 'title', 'placeholder')
  sheet.text(cardText(label))
  const what = `nothing can be entered into ${textAt(value, 'type').slice(0, 50)} here`
  sheet.lose(path, label === '' ? what : `${what}: only its label is shown`)
}

const LINKS = new Set(['Action.OpenUrl', 'Action.OpenUrlDialog', 'Action.InsertImage'])

function showActions(element: Element, sheet: CardSheet): void {
  for (const action of partsAt(element, 'actions')) showAction(action, sheet)
}

function showAction(action: Element, sheet: CardSheet): void {
  const { value, path } = action
  if (!isObject(value) || !sheet.elements.take()) return
  const type = textAt(value, 'type')
  const title = wordsAt(value, 'title')
  const url = textAt(value, 'url')
  const spare = value['fallback']
  if (LINKS.has(type) && isWebUrl(url)) sheet.links.push({ text: title || 'Open', url })
  else if (type === 'Action.ShowCard' || type === 'Action.Popover') {
    sheet.text(bold(title))
    showCard({ value: value['card'], path: `${path}.card` }, sheet)
    showElement({ value: value['content'], path: `${path}.content` }, sheet)
  } else if (isObject(spare)) showAction({ value: spare, path: `${path}.fallback` }, sheet)
  else if (!sheet.press(action)) sheet.lose(path, reasonOf(type))
  for (const more of partsAt(action, 'menuActions')) showAction(more, sheet)
}

function reasonOf(type: string): string {
  if (type === 'Action.ToggleVisibility') return 'what it shows is shown already'
  if (LINKS.has(type)) return 'only web addresses can be opened'
  return `${type.slice(0, 50) || 'an action'} cannot be used here`
}

/** What happens where somebody presses an element. */
function showChoice({ value, path: before }: Element, sheet: CardSheet): void {
  const action = at(value, 'selectAction')
  if (!isObject(action)) return
  const path = before === '' ? 'selectAction' : `${before}.selectAction`
  const url = textAt(action, 'url')
  const type = textAt(action, 'type')
  if (LINKS.has(type) && isWebUrl(url)) {
    const text = wordsAt(action, 'title') || nameOf(firstWords(value))
    sheet.choices.push({ text: text || 'Open', url })
  } else if (!sheet.press({ value: action, path })) sheet.lose(path, reasonOf(type))
}

/** The first words that an element shows. */
function firstWords(value: unknown): string {
  const own = cardText(firstText(value, 'title', 'text', 'altText'))
  if (own !== '') return own
  const parts = ['items', 'columns', 'inlines'].flatMap((name) => listAt(value, name))
  return parts.map(firstWords).find((words) => words !== '') ?? ''
}
