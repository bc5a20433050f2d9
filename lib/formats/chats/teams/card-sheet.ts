import type { HookWarning } from '../../../model/records.js'
import { plainText } from '../../../text/plain-text.js'
import {
  type CardField,
  type CardLink,
  type Color,
  type Draft,
  type Element,
  Elements,
  entryOf,
  isEmpty,
  isObject,
  joined,
  link,
  paragraph,
  prose,
  type Table,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'
import { Cards } from '../cards.js'
import { heading } from './card-text.js'

const MAX_LOSSES = 100

const COLORS: Table<Color> = {
  attention: 'bad',
  warning: 'warning',
  good: 'good',
}

interface Picture {
  readonly url: string
  readonly alt: string
  readonly isSmall: boolean
}

/** Takes an action that is no link, if it can be used. */
type Press = (action: Element) => boolean

export interface SheetOptions {
  /** Counts the elements of all cards of a message. */
  readonly elements?: Elements
  readonly press?: Press
}

/** Collects what the elements of an Adaptive Card show, in the order of reading. */
export class CardSheet {
  readonly links: CardLink[] = []
  /** Links of whole elements, which a button may have too. */
  readonly choices: CardLink[] = []
  /** Where their own texts lead already. */
  readonly linked = new Set<string>()
  readonly elements: Elements
  readonly press: Press
  /** Hidden elements that an action of the card shows, by their ids. */
  readonly revealed: ReadonlySet<string>
  readonly losses: HookWarning[] = []
  /** Whether what is read stands in a column that is as narrow as it can be. */
  isNarrow = false
  readonly #cards = new Cards()
  /** Small pictures for which there is no room beside a text. */
  readonly #icons: Picture[] = []
  /** Pictures in cells, which come below them. */
  readonly #held: Picture[] = []
  #cell: Text[] | null = null
  #title: Text = ''
  #color: Color | null = null
  #hasBegun = false

  constructor(card: unknown, { elements = new Elements(), press = () => false }: SheetOptions) {
    this.elements = elements
    this.press = press
    this.revealed = revealedIn(card, new Set())
  }

  text(text: Text): void {
    const shown = typeof text === 'string' ? prose(text, Infinity) : text
    if (this.#cell) this.#cell.push(shown)
    else this.#cards.text(shown)
    this.#added(!isEmpty(text))
  }

  field(field: CardField): void {
    this.#cards.field(field)
    this.#added(true)
  }

  /** Texts side by side, in a part of their own; those of one column are texts like others. */
  columns(columns: readonly (readonly Text[])[]): void {
    const shown = columns.filter((texts) => !texts.every(isEmpty))
    const isRow = shown.length > 1
    if (isRow) this.#cards.part()
    for (const texts of shown) {
      const value = texts.map((text) => paragraph(text))
      if (isRow) this.#cards.field({ title: '', value, short: true })
      else for (const text of value) this.#cards.text(text)
    }
    this.#hasBegun ||= shown.length > 0
    this.#release(!isRow)
    if (isRow) this.#cards.part()
  }

  /** Above all else, its words are above it, too: notifications show what comes first. */
  picture(picture: Picture): void {
    const { url, alt, isSmall } = picture
    if (url === '') return
    if (this.#cell) this.#held.push(picture)
    else if (isSmall && this.#cards.hasThumb) this.#icons.push(picture)
    else if (isSmall) this.#cards.thumb(url, alt)
    else if (this.#hasBegun) this.#cards.picture(url, alt)
    else {
      this.text(alt || 'Picture')
      this.#cards.picture(url, '')
    }
  }

  /** A line that stands out; the first one above all else is the title. */
  heading(line: string): void {
    const name = plainText(line)
    const isTitle = !this.#hasBegun && name !== '' && !line.includes('](') && !name.includes('\n')
    if (!isTitle) this.text(line === '' ? '' : heading(line))
    else this.#title = prose(name, Infinity)
    this.#hasBegun = true
  }

  /** Whether what is read now stands in a cell of a table or a column. */
  get isInCell(): boolean {
    return this.#cell !== null
  }

  /** The texts that reading a cell adds, taken out again. */
  taken(read: () => void): readonly Text[] {
    const around = this.#cell
    const texts: Text[] = []
    this.#cell = texts
    read()
    this.#cell = around
    return texts
  }

  /** A colour that means something, if it is the first. */
  color(name: string): void {
    this.#color ??= entryOf(COLORS, name.toLowerCase()) ?? null
  }

  lose(path: string, reason: string): void {
    if (this.losses.length < MAX_LOSSES) this.losses.push({ path, reason })
  }

  /** All of it; null if it shows nothing. */
  draft(): Draft | null {
    const { losses } = this
    const title = this.#title
    const icons = new Map(this.#icons.map(({ url, alt }) => [url, link(url, alt || 'Picture')]))
    this.#cards.text(joined([...icons.values()], ', '))
    const buttons = new Set([...this.linked, ...this.links.map(({ url }) => url)])
    const links = [...this.links, ...this.choices.filter(({ url }) => !buttons.has(url))]
    for (const each of links) this.#cards.link(each)
    const color = this.#color ? { color: this.#color } : {}
    const cards = this.#cards.done.map((card) => ({ ...card, ...color }))
    return isEmpty(title) && cards.length === 0 ? null : { title, cards, losses }
  }

  #added(isShown: boolean): void {
    this.#hasBegun ||= isShown
    if (!this.#cell) this.#release(false)
  }

  /** Shows the pictures of cells. `isBeside`: a small one may stand beside the text that is above it. */
  #release(isBeside: boolean): void {
    for (const picture of this.#held.splice(0)) {
      if (picture.isSmall && !isBeside) this.#icons.push(picture)
      else this.picture(picture)
    }
  }
}

function revealedIn(value: unknown, ids: Set<string>): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) revealedIn(each, ids)
  else if (isObject(value)) {
    const targets = value['targetElements']
    if (Array.isArray(targets)) {
      for (const each of targets) ids.add(textOf(each) || textAt(each, 'elementId'))
    } else for (const member of Object.values(value)) revealedIn(member, ids)
  }
  return ids
}
