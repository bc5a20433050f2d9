import { htmlText } from '../drafts/dialects.js'
import {
  addressIn,
  at,
  bold,
  entryOf,
  firstText,
  isEmpty,
  isObject,
  isWebUrl,
  joined,
  lines,
  link,
  list,
  listAt,
  markdown,
  prose,
  type Table,
  type Text,
  textAt,
} from '../kit.js'
import { Cards, NO_INPUT, ONLY_LINKS } from './cards.js'

/** A part of the body, and its path. */
interface Part {
  readonly value: unknown
  readonly path: string
}

/** Reads cards of both versions. */
export class GoogleCards {
  readonly cards = new Cards()

  card({ value: card, path }: Part): void {
    const title = textAt(card, 'header.title')
    const url = addressIn(title)
    this.cards.begin({ title, url, thumbUrl: textAt(card, 'header.imageUrl') })
    this.cards.text(prose(textAt(card, 'header.subtitle'), Infinity))
    for (const section of partsAt({ value: card, path }, 'sections')) {
      this.cards.text(bold(htmlText(textAt(section.value, 'header'))))
      this.widgets(section, 'widgets')
    }
    for (const action of partsAt({ value: card, path }, 'cardActions')) {
      this.#button(action, textAt(action.value, 'actionLabel'))
    }
    for (const name of ['primaryButton', 'secondaryButton']) {
      const value = at(card, `fixedFooter.${name}`)
      if (value !== undefined) this.#button({ value, path: `${path}.fixedFooter.${name}` })
    }
  }

  widgets(holder: Part, member: string): void {
    for (const widget of partsAt(holder, member)) {
      if (!this.cards.take() || !isObject(widget.value)) continue
      for (const [name, value] of Object.entries(widget.value)) {
        const show = entryOf(GoogleCards.#WIDGETS, name)
        if (show && value !== null) show(this, { value, path: `${widget.path}.${name}` }, widget)
      }
    }
  }

  #paragraph(value: unknown): void {
    const text = textAt(value, 'text')
    this.cards.text(textAt(value, 'textSyntax') === 'MARKDOWN' ? markdown(text) : htmlText(text))
  }

  /** A text with a label and what belongs to it. */
  #labelled({ value, path }: Part): void {
    const label = firstText(value, 'topLabel', 'topLabelText.text')
    const text = htmlText(firstText(value, 'content', 'text', 'contentText.text'))
    const below = htmlText(firstText(value, 'bottomLabel', 'bottomLabelText.text'))
    const whole = isEmpty(below) ? text : lines(text, below)
    // Titles of fields cannot hold a link, and fields without a value are left out.
    if (label !== '' && addressIn(label) === '' && !isEmpty(whole)) {
      this.cards.field({ title: label, value: whole, short: true })
    } else this.cards.text(lines(htmlText(label), whole))
    if (at(value, 'button') !== undefined) {
      this.#button({ value: at(value, 'button'), path: `${path}.button` })
    }
    if (at(value, 'switchControl') !== undefined) this.cards.lost(`${path}.switchControl`, NO_INPUT)
    this.#click({ value, path }, label || 'Open')
  }

  #button({ value, path }: Part, name = ''): void {
    const inner = isObject(value)
      ? ['textButton', 'imageButton'].filter((kind) => isObject(value[kind]))
      : []
    for (const kind of inner) this.#button({ value: at(value, kind), path: `${path}.${kind}` })
    if (inner.length > 0) return
    const label = name || firstText(value, 'text', 'label', 'altText', 'name') || 'Open'
    if (!this.#click({ value, path }, label)) this.cards.lost(path, ONLY_LINKS)
  }

  /** Whether there is an address to open, or several in a menu. */
  #click({ value, path }: Part, text: string): boolean {
    const url = textAt(value, 'onClick.openLink.url')
    const isOpening = isWebUrl(url)
    if (isOpening) this.cards.link({ text, url })
    const menu = partsAt(
      { value: at(value, 'onClick.overflowMenu'), path: `${path}.onClick.overflowMenu` },
      'items',
    )
    for (const item of menu) this.#button(item)
    return isOpening || menu.length > 0
  }

  /** A picture; one that leads somewhere has a button with its words. */
  #picture(part: Part): void {
    const words = textAt(part.value, 'altText')
    const isLink = isWebUrl(textAt(part.value, 'onClick.openLink.url'))
    this.cards.picture(firstText(part.value, 'imageUrl', 'imageUri'), isLink ? '' : words)
    this.#click(part, words || 'Open')
  }

  #grid({ value, path }: Part): void {
    this.cards.text(bold(htmlText(textAt(value, 'title'))))
    for (const item of partsAt({ value, path }, 'items')) {
      const texts = ['title', 'subtitle'].map((name) => htmlText(textAt(item.value, name)))
      const text = joined(texts, ', ')
      if (!isEmpty(text)) this.cards.text(list([text]))
      this.#picture({ value: at(item.value, 'image'), path: `${item.path}.image` })
    }
    this.#click({ value, path }, 'Open')
  }

  /** Chips that open nothing are words. */
  #chips(list: Part): void {
    const chips = partsAt(list, 'chips').map(({ value }): Text => {
      const label = firstText(value, 'label', 'altText')
      const url = textAt(value, 'onClick.openLink.url')
      return url === '' ? prose(label, Infinity) : link(url, label)
    })
    this.cards.text(joined(chips, ' · '))
  }

  static readonly #input = (reader: GoogleCards, { path }: Part): void => {
    reader.cards.lost(path, NO_INPUT)
  }

  static readonly #WIDGETS: Table<(reader: GoogleCards, part: Part, widget: Part) => void> = {
    textParagraph: (reader, { value }) => reader.#paragraph(value),
    keyValue: (reader, part) => reader.#labelled(part),
    decoratedText: (reader, part) => reader.#labelled(part),
    image: (reader, part) => reader.#picture(part),
    buttons: (reader, _part, widget) => {
      for (const button of partsAt(widget, 'buttons')) reader.#button(button)
    },
    buttonList: (reader, part) => {
      for (const button of partsAt(part, 'buttons')) reader.#button(button)
    },
    chipList: (reader, part) => reader.#chips(part),
    columns: (reader, part) => {
      for (const column of partsAt(part, 'columnItems')) reader.widgets(column, 'widgets')
    },
    carousel: (reader, part) => {
      for (const card of partsAt(part, 'carouselCards')) {
        reader.widgets(card, 'widgets')
        reader.widgets(card, 'footerWidgets')
      }
    },
    grid: (reader, part) => reader.#grid(part),
    textInput: GoogleCards.#input,
    selectionInput: GoogleCards.#input,
    dateTimePicker: GoogleCards.#input,
  }
}

function partsAt({ value, path }: Part, member: string): readonly Part[] {
  return listAt(value, member).map((each, index) => ({
    value: each,
    path: `${path}${path === '' ? '' : '.'}${member}[${index}]`,
  }))
}
