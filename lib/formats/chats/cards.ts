import type { HookWarning } from '../../model/records.js'
import {
  type Card,
  type CardField,
  type CardLink,
  type Element,
  Elements,
  isEmpty,
  isWebUrl,
  MOST_ELEMENTS,
  paragraph,
  partsAt,
  prose,
  type Text,
} from '../kit.js'

/** Why a control that does something else than to open an address is not shown. */
export const ONLY_LINKS = 'only buttons that open an address are shown'

/** The first elements of a list, each with its path. */
export function firstParts(element: Element, name: string): readonly Element[] {
  return partsAt(element, name, MOST_ELEMENTS)
}

/** What a part of a card shows, from its top to its end. */
const PLACES = { texts: 0, fields: 1, picture: 2, links: 3, end: 4 } as const

/** The cards of a message whose elements are read one after another, and are shown in this order. */
export class Cards {
  /** What none of them shows. */
  readonly losses: HookWarning[] = []
  readonly #elements = new Elements()
  readonly #all: Open[] = []
  #open = this.#begun({})

  /** Whether one more element may be read. */
  take(): boolean {
    return this.#elements.take()
  }

  lost(path: string, reason: string): void {
    this.losses.push({ path, reason })
  }

  /** Begins a card. What it shows besides comes from the elements that follow. */
  begin(head: Card): void {
    this.#open = this.#begun(head)
  }

  /** Begins another part of the card, unless this one shows nothing yet. */
  part(): void {
    const { color } = this.#open.head
    if (isShown(this.#open)) this.begin({ ...(color ? { color } : {}), continues: true })
  }

  text(text: Text): void {
    if (!isEmpty(text)) this.#at('texts').texts.push(paragraph(text))
  }

  field(field: CardField): void {
    if (!isEmpty(field.value)) this.#at('fields').fields.push(field)
  }

  link(link: CardLink): void {
    this.#at('links').links.push(link)
  }

  /** A picture, and the words below it. */
  picture(url: string, words: string): void {
    if (!isWebUrl(url)) return
    if (this.#open.imageUrl !== '') this.part()
    const open = this.#at('picture')
    open.imageUrl = url
    if (words === '') return
    open.footer = prose(words, Infinity)
    open.place = 'end'
  }

  /** Whether the part has a small picture, beside which no other fits. */
  get hasThumb(): boolean {
    return this.#open.thumbUrl !== ''
  }

  /** A small picture beside the part, and its words. */
  thumb(url: string, alt: string): void {
    if (isWebUrl(url)) Object.assign(this.#open, { thumbUrl: url, thumbAlt: alt })
  }

  /** Those that show something. */
  get done(): readonly Card[] {
    return this.#all.filter(isShown).map(({ head, texts, place: _, ...rest }) => {
      return { ...rest, ...head, text: texts }
    })
  }

  /** The part that goes on in this place: what is above it is not shown below it. */
  #at(place: Open['place']): Open {
    if (PLACES[this.#open.place] > PLACES[place]) this.part()
    this.#open.place = place
    return this.#open
  }

  #begun(head: Card): Open {
    const open: Open = {
      head,
      place: 'texts',
      texts: [],
      fields: [],
      links: [],
      imageUrl: '',
      thumbUrl: '',
      thumbAlt: '',
      footer: '',
    }
    this.#all.push(open)
    return open
  }
}

/** A menu or a field to fill in is not shown. */
export function showInput({ path }: Element, cards: Cards): void {
  cards.lost(path, 'nothing can be chosen or entered here')
}

interface Open {
  readonly head: Card
  /** Where it goes on. */
  place: keyof typeof PLACES
  readonly texts: Text[]
  readonly fields: CardField[]
  readonly links: CardLink[]
  imageUrl: string
  thumbUrl: string
  thumbAlt: string
  footer: Text
}

function isShown({ head, texts, fields, links, imageUrl, thumbUrl }: Open): boolean {
  const { title = '', thumbUrl: ofHead = '' } = head
  return [texts, fields, links, imageUrl, thumbUrl, title, ofHead].some((part) => part.length > 0)
}
