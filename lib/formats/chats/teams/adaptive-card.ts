import type { HookWarning } from '../../../model/records.js'
import {
  at,
  bold,
  type Card,
  type CardField,
  type CardLink,
  type Color,
  type Draft,
  type Elements,
  entryOf,
  fence,
  firstText,
  joined,
  link,
  listAt,
  markdown,
  type Table,
  type Text,
  textAt,
} from '../../kit.js'
import { heading, readFact } from './heading.js'

/** Containers in containers. */
const MAX_DEPTH = 12
const MAX_PICTURES = 10
const MAX_LOSSES = 20
const LARGE = new Set(['medium', 'large', 'extralarge'])

const COLORS: Table<Color> = {
  attention: 'bad',
  warning: 'warning',
  good: 'good',
}

/** Elements that only hold others, by the member where these are. */
const HOLDERS: Table<string> = {
  ImageSet: 'images',
  Container: 'items',
  Column: 'items',
  TableCell: 'items',
  CarouselPage: 'items',
  ColumnSet: 'columns',
  Carousel: 'pages',
}

/** Takes an action that is no link, if it can be used. */
type Press = (action: unknown) => boolean

/** An Adaptive Card; null if it shows nothing. */
export function readAdaptiveCard(
  card: unknown,
  elements: Elements,
  press: Press = () => false,
): Draft | null {
  const reader = new Reader(elements, press)
  reader.card(card, 0)
  const { title, texts, fields, links, color, losses } = reader
  const [picture, ...pictures] = reader.pictures
  const imageUrl = picture?.url ?? ''
  const more = pictures.map(({ url, alt }) => link(url, alt))
  if (more.length > 0) texts.push(joined(more, ', '))
  if (title === '' && texts.length === 0 && picture) texts.push(picture.alt)
  const spare = textAt(card, 'fallbackText') || spoken(textAt(card, 'speak'))
  const isShown = texts.length > 0 || fields.length > 0 || links.length > 0 || imageUrl !== ''
  if (title === '' && !isShown) return spare === '' ? null : { text: spare, losses }
  const shown: Card = {
    ...(color ? { color } : {}),
    text: { kind: 'lines', lines: texts },
    fields,
    links,
    imageUrl,
  }
  return { title, cards: isShown ? [shown] : [], losses }
}

/** Text for a voice, without its marks. */
function spoken(text: string): string {
  return text.replace(/<[^<>]{0,200}>/g, ' ').trim()
}

interface Picture {
  readonly url: string
  readonly alt: string
}

/** Collects what elements show, in the order of reading. */
class Reader {
  title = ''
  color: Color | null = null
  readonly texts: Text[] = []
  readonly fields: CardField[] = []
  readonly pictures: Picture[] = []
  readonly losses: HookWarning[] = []
  readonly links: CardLink[] = []
  readonly #elements: Elements

  readonly #press: Press

  constructor(elements: Elements, press: Press) {
    this.#elements = elements
    this.#press = press
  }

  card(card: unknown, depth: number): void {
    this.#color(textAt(card, 'style'))
    this.#all(listAt(card, 'body'), depth)
    this.#actions(listAt(card, 'actions'), depth)
  }

  #all(elements: readonly unknown[], depth: number): void {
    for (const element of elements) this.#element(element, depth)
  }

  #element(element: unknown, depth: number): void {
    if (!this.#elements.take() || depth > MAX_DEPTH) return
    if (at(element, 'isVisible') === false) return
    this.#color(textAt(element, 'style'))
    const type = textAt(element, 'type')
    switch (type) {
      case 'TextBlock':
        this.#textBlock(element)
        break
      case 'RichTextBlock':
        this.texts.push(listAt(element, 'inlines').map(readRun))
        break
      case 'FactSet':
        for (const fact of listAt(element, 'facts')) this.fields.push(readFact(fact, 'title'))
        break
      case 'Image':
        this.#picture(element)
        break
      case 'Table':
        for (const row of listAt(element, 'rows')) this.#row(row, depth + 1)
        break
      case 'ActionSet':
        this.#actions(listAt(element, 'actions'), depth + 1)
        break
      case 'Media':
        this.#media(element)
        break
      case 'CodeBlock':
        this.texts.push(fence(textAt(element, 'codeSnippet'), textAt(element, 'language')))
        break
      default: {
        const held = entryOf(HOLDERS, type)
        if (held === undefined) this.#other(element, depth)
        else this.#all(listAt(element, held), depth + 1)
      }
    }
  }

  #textBlock(element: unknown): void {
    const text = textAt(element, 'text').trim()
    if (text === '') return
    this.#color(textAt(element, 'color'))
    const isHeading =
      textAt(element, 'style') === 'heading' ||
      textAt(element, 'weight').toLowerCase() === 'bolder' ||
      LARGE.has(textAt(element, 'size').toLowerCase())
    if (isHeading && this.title === '' && this.texts.length === 0) {
      this.title = text.replaceAll(/\*\*|__/g, '')
    } else this.texts.push(isHeading ? heading(text) : markdown(text))
  }

  /** The cells of a row on one line. */
  #row(row: unknown, depth: number): void {
    const inner = new Reader(this.#elements, this.#press)
    const cells = listAt(row, 'cells').map((cell) => {
      const from = inner.texts.length
      inner.#all(listAt(cell, 'items'), depth)
      return inner.texts.slice(from)
    })
    for (const picture of inner.pictures) this.pictures.push(picture)
    for (const each of inner.links) this.links.push(each)
    for (const loss of inner.losses) this.losses.push(loss)
    const title: Text[] = inner.title === '' ? [] : [bold(inner.title)]
    this.texts.push(
      joined([...title, ...cells.map((cell) => joined(cell.map(inLine), ' '))], ' · '),
    )
  }

  #actions(actions: readonly unknown[], depth: number): void {
    for (const action of actions) {
      const text = textAt(action, 'title').trim()
      const url = textAt(action, 'url')
      if (textAt(action, 'type') === 'Action.OpenUrl' && url !== '') {
        this.links.push({ text: text || 'Open', url })
      } else if (textAt(action, 'type') === 'Action.ShowCard' && depth <= MAX_DEPTH) {
        if (text !== '') this.texts.push(bold(text))
        this.card(at(action, 'card'), depth + 1)
      } else if (!this.#press(action))
        this.#lose(textAt(action, 'type'), 'actions of this type cannot be used here')
    }
  }

  #picture(element: unknown): void {
    const url = textAt(element, 'url')
    const alt = textAt(element, 'altText').trim() || 'Picture'
    if (url !== '' && this.pictures.length < MAX_PICTURES) this.pictures.push({ url, alt })
  }

  #media(element: unknown): void {
    const [source] = listAt(element, 'sources')
    const url = textAt(source, 'url')
    if (url !== '') this.links.push({ text: textAt(element, 'altText') || 'Media', url })
  }

  /** Inputs show what they ask for, unknown elements what stands in for them. */
  #other(element: unknown, depth: number): void {
    const label = firstText(element, 'label', 'placeholder')
    if (textAt(element, 'type').startsWith('Input.')) {
      if (label !== '') this.texts.push(label)
      this.#lose(textAt(element, 'type'), 'shown as its label: nothing can be entered here')
    } else {
      const spare = at(element, 'fallback')
      if (typeof spare === 'object' && spare !== null) this.#element(spare, depth + 1)
      this.#all(listAt(element, 'items'), depth + 1)
    }
  }

  #lose(type: string, reason: string): void {
    if (this.losses.length < MAX_LOSSES) this.losses.push({ path: type, reason })
  }

  #color(name: string): void {
    this.color ??= entryOf(COLORS, name.toLowerCase()) ?? null
  }
}

function inLine(text: Text): Text {
  return typeof text === 'object' && 'kind' in text && text.kind === 'markdown' ? text.text : text
}

function readRun(run: unknown): Text {
  if (typeof run === 'string') return run
  const text = textAt(run, 'text')
  return textAt(run, 'weight').toLowerCase() === 'bolder' ? bold(text) : text
}
