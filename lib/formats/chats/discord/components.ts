import { FILES_NOT_KEPT } from '../../../native/body/fields.js'
import {
  at,
  type Card,
  entryOf,
  isWebUrl,
  link,
  listAt,
  markdown,
  numberAt,
  type Table,
  textAt,
} from '../../kit.js'
import { Cards, NO_INPUT, ONLY_LINKS } from '../cards.js'
import { colorOf } from './embeds.js'
import { discordMarkdown, emojiOf } from './markup.js'

const LINK_BUTTON = 5
const CONTAINER = 17

/** What components show, and what they do not. */
export class Components {
  readonly cards = new Cards()
  readonly #isHeaded: boolean

  constructor(message: unknown) {
    this.#isHeaded = numberAt(listAt(message, 'components')[0], 'type') !== CONTAINER
    this.#all(message, 'components', '')
  }

  /** The cards of a message that consists of components: the text before the first container is its text. */
  get whole(): { readonly text: NonNullable<Card['text']>; readonly cards: readonly Card[] } {
    const { done } = this.cards
    const [first, ...others] = done
    if (!first || !this.#isHeaded) return { text: '', cards: done }
    const { text = '', ...rest } = first
    return { text, cards: [{ ...rest, continues: true }, ...others] }
  }

  #all(holder: unknown, member: string, path: string): void {
    for (const [index, component] of listAt(holder, member).entries()) {
      this.#one(component, `${path}${member}[${index}]`)
    }
  }

  #one(component: unknown, path: string): void {
    if (!this.cards.take()) return
    const show = entryOf(Components.#TYPES, textAt(component, 'type'))
    if (show) show(this, component, path)
    else this.cards.lost(path, 'components of this type are not shown')
  }

  #text(text: string): void {
    this.cards.text(markdown(discordMarkdown(text.trim())))
  }

  #button(button: unknown, path: string): void {
    const isLink = numberAt(button, 'style') === LINK_BUTTON
    const url = textAt(button, 'url')
    const label = [emojiOf(at(button, 'emoji')), textAt(button, 'label')]
    if (isLink && isWebUrl(url)) this.cards.link({ text: label.join(' ').trim(), url })
    else this.cards.lost(path, isLink ? 'its url is not a web address' : ONLY_LINKS)
  }

  /** Its texts, and what stands beside them. */
  #section(section: unknown, path: string): void {
    this.cards.part()
    this.#all(section, 'components', `${path}.`)
    const accessory = at(section, 'accessory')
    if (accessory !== undefined) this.#one(accessory, `${path}.accessory`)
    this.cards.part()
  }

  /** The file itself is elsewhere, or a part of the request. */
  #file(component: unknown, path: string): void {
    const url = textAt(component, 'file.url')
    const name = textAt(component, 'name') || url.slice(url.lastIndexOf('/') + 1)
    const isElsewhere = isWebUrl(url)
    this.cards.text(isElsewhere ? link(url, name) : `${name} (${FILES_NOT_KEPT})`)
    if (!isElsewhere) this.cards.lost(`${path}.file`, FILES_NOT_KEPT)
  }

  #container(component: unknown, path: string): void {
    this.cards.begin(colorOf(component, 'accent_color'))
    this.#all(component, 'components', `${path}.`)
    this.cards.begin({})
  }

  static readonly #input = (all: Components, _component: unknown, path: string): void => {
    all.cards.lost(path, NO_INPUT)
  }

  /** By the number of the type. */
  static readonly #TYPES: Table<(all: Components, component: unknown, path: string) => void> = {
    1: (all, row, path) => all.#all(row, 'components', `${path}.`),
    2: (all, button, path) => all.#button(button, path),
    3: Components.#input,
    5: Components.#input,
    6: Components.#input,
    7: Components.#input,
    8: Components.#input,
    9: (all, section, path) => all.#section(section, path),
    10: (all, display) => all.#text(textAt(display, 'content')),
    11: ({ cards }, thumbnail) => {
      cards.thumb(textAt(thumbnail, 'media.url'), textAt(thumbnail, 'description'))
    },
    12: ({ cards }, gallery) => {
      for (const item of listAt(gallery, 'items')) {
        cards.picture(textAt(item, 'media.url'), textAt(item, 'description'))
      }
    },
    13: (all, file, path) => all.#file(file, path),
    // A line, or a gap.
    14: () => undefined,
    17: (all, container, path) => all.#container(container, path),
  }
}
