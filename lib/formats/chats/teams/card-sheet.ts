import type { HookWarning } from '../../../model/records.js'
import { plainText } from '../../../text/plain-text.js'
import {
  type Card,
  type CardField,
  type CardLink,
  type Color,
  type Draft,
  type Element,
  Elements,
  entryOf,
  isEmpty,
  isObject,
  isWebUrl,
  link,
  joined,
  lines,
  prose,
  type Table,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'
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
}

/** Takes an action that is no link, if it can be used. */
type Press = (action: Element) => boolean

export interface SheetOptions {
  /** Counts the elements of all cards of a message. */
  readonly elements?: Elements
  readonly press?: Press
}

/** Texts, and the facts and pictures below them: text after facts begins another part. */
interface Part {
  readonly texts: Text[]
  readonly fields: CardField[]
  readonly pictures: Picture[]
}

/** Collects what the elements of an Adaptive Card show, in the order of reading. */
export class CardSheet {
  readonly links: CardLink[] = []
  /** Links of whole elements, which a button may have too. */
  readonly choices: CardLink[] = []
  readonly elements: Elements
  readonly press: Press
  /** Hidden elements that an action of the card shows, by their ids. */
  readonly revealed: ReadonlySet<string>
  readonly losses: HookWarning[] = []
  #part: Part = { texts: [], fields: [], pictures: [] }
  readonly #parts: Part[] = [this.#part]
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
    if (isEmpty(text)) return
    this.#hasBegun = true
    if (!this.#cell && this.#part.fields.length > 0) {
      this.#part = { texts: [], fields: [], pictures: [] }
      this.#parts.push(this.#part)
    }
    const texts = this.#cell ?? this.#part.texts
    texts.push(typeof text === 'string' ? prose(text, Infinity) : text)
  }

  field(field: CardField): void {
    this.#hasBegun = true
    this.#part.fields.push(field)
  }

  picture(url: string, alt: string): void {
    if (url !== '') this.#part.pictures.push({ url, alt: alt || 'Picture' })
  }

  /** A line that stands out; the first one above all else is the title. */
  heading(line: string): void {
    const name = plainText(line)
    const isTitle = !this.#hasBegun && name !== '' && !line.includes('](') && !name.includes('\n')
    if (!isTitle) this.text(line === '' ? '' : heading(line))
    else this.#title = prose(name, Infinity)
    this.#hasBegun = true
  }

  /** The texts that reading a cell adds, taken out again. */
  taken(read: () => void): readonly Text[] {
    this.#hasBegun = true
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
    const buttons = new Set(this.links.map(({ url }) => url))
    const links = [...this.links, ...this.choices.filter(({ url }) => !buttons.has(url))]
    const color = this.#color ? { color: this.#color } : {}
    const last = this.#parts.at(-1)
    const cards = this.#parts.map((part): Card => {
      const picture = part.pictures.find(({ url }) => isWebUrl(url))
      const others = part.pictures.filter((each) => each !== picture)
      const texts = [
        ...part.texts,
        joined(
          others.map(({ url, alt }) => link(url, alt)),
          ', ',
        ),
      ]
      const isAlone = isEmpty(title) && this.#parts.length === 1 && texts.every(isEmpty)
      if (picture && isAlone) texts.push(picture.alt)
      return {
        ...color,
        text: lines(...texts),
        fields: part.fields,
        links: part === last ? links : [],
        imageUrl: picture?.url ?? '',
      }
    })
    const shown = cards.filter(showsSomething)
    return isEmpty(title) && shown.length === 0 ? null : { title, cards: shown, losses }
  }
}

function showsSomething({ text = '', fields = [], links = [], imageUrl }: Card): boolean {
  return !isEmpty(text) || fields.length + links.length > 0 || imageUrl !== ''
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
