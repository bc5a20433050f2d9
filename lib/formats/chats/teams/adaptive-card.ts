import {
  at,
  bold,
  code,
  type Draft,
  type Element,
  entryOf,
  firstOf,
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
  partAt,
  partsAt,
  prose,
  strike,
  type Table,
  table,
  type Text,
  textAt,
} from '../../kit.js'
import { CONTENTS, FAMILIES, type Show, showPicture } from './card-contents.js'
import { CardSheet, type SheetOptions } from './card-sheet.js'
import { cardText, nameOf, wordsAt } from './card-text.js'

/** An Adaptive Card; null if it shows nothing. Losses have paths below the card's. */
export function readAdaptiveCard(card: Element, options: SheetOptions = {}): Draft | null {
  const sheet = new CardSheet(card.value, options)
  showCard(card, sheet)
  const draft = sheet.draft()
  if (draft) return draft
  const spare = wordsAt(card.value, 'fallbackText') || spoken(textAt(card.value, 'speak'))
  return spare === '' ? null : { text: spare, losses: sheet.losses }
}

/** Text for a voice, without its marks. */
function spoken(text: string): string {
  return text.replace(/<[^<>]{0,200}>/g, ' ').trim()
}

const LARGE = new Set(['medium', 'large', 'extralarge'])

/** What elements show, by their types. */
const ELEMENTS: Table<Show> = {
  ...CONTENTS,
  TextBlock: showText,
  RichTextBlock: showRuns,
  ImageSet: holding('images', 'Image'),
  Container: holding('items'),
  ColumnSet: showColumns,
  Column: showColumn,
  TableCell: holding('items'),
  Carousel: holding('pages', 'CarouselPage'),
  CarouselPage: holding('items'),
  Table: showTable,
  ActionSet: showActions,
}

/** A card, or one in it. */
function showCard(card: Element, sheet: CardSheet): void {
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

/** Columns in columns stand one below the other. */
function showColumns(element: Element, sheet: CardSheet): void {
  if (sheet.isInCell) holding('columns', 'Column')(element, sheet)
  else sheet.columns(partsAt(element, 'columns').map((column) => cellOf(column, sheet, 'Column')))
}

function showColumn(column: Element, sheet: CardSheet): void {
  const around = sheet.isNarrow
  sheet.isNarrow = textAt(column.value, 'width') === 'auto'
  holding('items')(column, sheet)
  sheet.isNarrow = around
}

function cellOf(cell: Element, sheet: CardSheet, implied: string): readonly Text[] {
  return sheet.taken(() => {
    showElement(cell, sheet, implied)
  })
}

function showUnknown(element: Element, sheet: CardSheet): void {
  const { value, path } = element
  const spare = partAt(element, 'fallback')
  if (isObject(spare.value)) {
    showElement(spare, sheet)
    return
  }
  const what = `unknown element type ${textAt(value, 'type').slice(0, 50)}`
  if (spare.value === 'drop') sheet.lose(path, `${what}: left out, as its fallback says`)
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
  // Their pictures come below them.
  const texts: Text[] = []
  sheet.taken(() => {
    for (const run of runs) texts.push(readRun(run, sheet))
  })
  sheet.text(texts)
}

function readRun(run: Element, sheet: CardSheet): Text {
  const { value } = run
  if (typeof value === 'string') return prose(cardText(value), Infinity)
  if (textAt(value, 'type') === 'ImageRun') showPicture(run, sheet)
  const words = cardText(textAt(value, 'text'))
  const url = textAt(value, 'selectAction.url')
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

function showTable(element: Element, sheet: CardSheet): void {
  // None of its cells is the title of the card.
  sheet.heading('')
  const rows = partsAt(element, 'rows').map((row) =>
    partsAt(row, 'cells').map((cell) => joined(cellOf(cell, sheet, 'TableCell').map(inLine), ' ')),
  )
  const head = at(element.value, 'firstRowAsHeaders') === false ? [['']] : []
  sheet.text(table([...head, ...rows]))
}

function inLine(text: Text): Text {
  if (typeof text === 'string' || isTexts(text)) return text
  return text.kind === 'markdown' ? inlineMarkdown(text.text) : text
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
  const spare = partAt(action, 'fallback')
  if (LINKS.has(type) && isWebUrl(url)) sheet.links.push({ text: title || 'Open', url })
  else if (type === 'Action.ShowCard' || type === 'Action.Popover') {
    sheet.text(bold(title))
    showCard(partAt(action, 'card'), sheet)
    showElement(partAt(action, 'content'), sheet)
  } else if (isObject(spare.value)) showAction(spare, sheet)
  else if (!sheet.press(action)) sheet.lose(path, reasonOf(type))
  for (const more of partsAt(action, 'menuActions')) showAction(more, sheet)
}

function reasonOf(type: string): string {
  if (type === 'Action.ToggleVisibility') return 'what it shows is shown already'
  if (LINKS.has(type)) return 'only web addresses can be opened'
  return `${type.slice(0, 50) || 'an action'} cannot be used here`
}

/** What happens where somebody presses an element. */
function showChoice(element: Element, sheet: CardSheet): void {
  const action = partAt(element, 'selectAction')
  const { value, path } = action
  if (!isObject(value)) return
  const url = textAt(value, 'url')
  const type = textAt(value, 'type')
  if (LINKS.has(type) && isWebUrl(url)) {
    const text = wordsAt(value, 'title') || nameOf(firstWords(element.value))
    sheet.choices.push({ text: text || 'Open', url })
  } else if (!sheet.press(action)) sheet.lose(path, reasonOf(type))
}

/** The first words that an element shows. */
function firstWords(value: unknown): string {
  const own = cardText(firstText(value, 'title', 'text', 'altText'))
  if (own !== '') return own
  const parts = ['items', 'columns', 'inlines'].flatMap((name) => listAt(value, name))
  return firstOf(parts.map(firstWords))
}
