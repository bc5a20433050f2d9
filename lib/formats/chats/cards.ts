import type { HookWarning } from '../../model/records.js'
import {
  type Card,
  type CardField,
  type CardLink,
  Elements,
  isWebUrl,
  prose,
  type Text,
} from '../kit.js'

/** Why a control that does something else than to open an address is not shown. */
export const ONLY_LINKS = 'only buttons that open an address are shown'
/** Why a menu or a field to fill in is not shown. */
export const NO_INPUT = 'nothing can be chosen or entered here'

/** The cards of a message whose elements are read one after another. */
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

  /** Goes on in another card of the same colour if this one has buttons or a small picture, which are its own. */
  below(): void {
    if (this.#open.links.length > 0 || this.#open.thumbUrl !== '') this.#more()
  }

  /** Not above a large picture that came before. */
  text(text: Text): void {
    if (this.#open.imageUrl !== '') this.#more()
    this.#open.texts.push(text)
  }

  field(field: CardField): void {
    this.#open.fields.push(field)
  }

  link(link: CardLink): void {
    this.#open.links.push(link)
  }

  /** A picture, large or small, and the words below it. */
  picture(size: 'imageUrl' | 'thumbUrl', url: string, words: string): void {
    if (!isWebUrl(url)) return
    const { [size]: other, footer } = this.#open
    if (other !== '' || (words !== '' && footer !== '')) this.#more()
    this.#open[size] = url
    if (words !== '') this.#open.footer = prose(words, Infinity)
  }

  /** Those that show something. */
  get done(): readonly Card[] {
    return this.#all.flatMap(({ head, texts, ...rest }) => {
      const parts = [texts, rest.fields, rest.links, rest.imageUrl, rest.thumbUrl, head.title ?? '']
      if (parts.every((part) => part.length === 0)) return []
      return [{ ...rest, ...head, text: { kind: 'lines', lines: texts } }]
    })
  }

  #more(): void {
    const { color } = this.#open.head
    this.begin(color ? { color } : {})
  }

  #begun(head: Card): Open {
    const open = { head, texts: [], fields: [], links: [], imageUrl: '', thumbUrl: '', footer: '' }
    this.#all.push(open)
    return open
  }
}

interface Open {
  readonly head: Card
  readonly texts: Text[]
  readonly fields: CardField[]
  readonly links: CardLink[]
  imageUrl: string
  thumbUrl: string
  footer: Text
}
