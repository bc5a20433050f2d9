import { htmlText, mrkdwn, seenHtml } from '../drafts/dialects.js'
import {
  addressIn,
  at,
  bold,
  claimed,
  countAt,
  type Draft,
  type Element,
  entryOf,
  firstText,
  type Format,
  hasObjects,
  isEmpty,
  isObject,
  isWebUrl,
  joined,
  lines,
  link,
  list,
  listAt,
  markdown,
  partAt,
  prose,
  refused,
  type Table,
  type Text,
  textAt,
  valueOf,
} from '../kit.js'
import { Cards, firstParts, ONLY_LINKS, showInput } from './cards.js'
import { chatMessage, CHOOSE_SLACK, outsideThread, type ThreadNames } from './chat.js'

const THREADS: ThreadNames = { members: ['thread'], parameters: ['threadKey'] }

/** Messages for a space of Google Chat: text, cards, and cards of the second version. */
export const googlechat: Format = {
  name: 'googlechat',
  title: 'Google Chat',
  isMarked: (body) => Array.isArray(body['cardsV2']),
  looksLike: (body) => ['cards', 'cardsV2'].some((name) => Array.isArray(at(body, name))),
  advice: CHOOSE_SLACK,
  detect: claimed(hasCards),
  read: (request) => {
    const sent = valueOf(request.body)
    const draft = draftOf(sent)
    return draft
      ? chatMessage(outsideThread(draft, sent, request, THREADS), sent, seenHtml)
      : refused('text', 'is missing, as are cardsV2')
  },
  answer: ({ request, posts: [post] }) => {
    const space = `spaces/${post?.channelId ?? ''}`
    const value = valueOf(request.body)
    return {
      status: 200,
      body: {
        name: `${space}/messages/${post?.id ?? ''}`,
        text: textAt(value, 'text'),
        thread: { name: `${space}/threads/${post?.id ?? ''}` },
        space: { name: space },
        createTime: new Date(post?.createAt ?? 0).toISOString(),
      },
    }
  },
}

function hasCards(body: unknown): boolean {
  if (countAt(body, 'cardsV2') > 0) return true
  return listAt(body, 'cards').some(
    (card) => hasObjects(card, 'header') || countAt(card, 'sections') > 0,
  )
}

function draftOf(value: unknown): Draft | null {
  const text = textAt(value, 'text')
  const cards = new Cards()
  const message = { value, path: '' }
  for (const entry of firstParts(message, 'cardsV2')) showCard(partAt(entry, 'card'), cards)
  for (const card of firstParts(message, 'cards')) showCard(card, cards)
  showWidgets(message, cards, 'accessoryWidgets')
  const { done, losses } = cards
  const spare = firstText(value, 'fallbackText', 'previewText')
  if (text.trim() === '' && done.length === 0) {
    return spare === '' ? null : { text: prose(spare, Infinity), losses }
  }
  return { text: mrkdwn(text), cards: done, losses }
}

type Show = (part: Element, cards: Cards, widget: Element) => void

const WIDGETS: Table<Show> = {
  textParagraph: showParagraph,
  keyValue: showLabelled,
  decoratedText: showLabelled,
  image: showPicture,
  // The list itself.
  buttons: (_, cards, widget) => showButtons(widget, cards),
  buttonList: showButtons,
  chipList: showChips,
  columns: (part, cards) => {
    for (const column of firstParts(part, 'columnItems')) showWidgets(column, cards)
  },
  carousel: (part, cards) => {
    for (const card of firstParts(part, 'carouselCards')) {
      showWidgets(card, cards)
      showWidgets(card, cards, 'footerWidgets')
    }
  },
  grid: showGrid,
  textInput: showInput,
  selectionInput: showInput,
  dateTimePicker: showInput,
}

/** A card of either version. */
function showCard(card: Element, cards: Cards): void {
  const { value } = card
  const title = textAt(value, 'header.title')
  cards.begin({ title, url: addressIn(title), thumbUrl: textAt(value, 'header.imageUrl') })
  cards.text(prose(textAt(value, 'header.subtitle'), Infinity))
  for (const section of firstParts(card, 'sections')) {
    cards.text(bold(htmlText(textAt(section.value, 'header'))))
    showWidgets(section, cards)
  }
  for (const action of firstParts(card, 'cardActions')) {
    showButton(action, cards, textAt(action.value, 'actionLabel'))
  }
  for (const name of ['primaryButton', 'secondaryButton']) {
    const button = partAt(card, `fixedFooter.${name}`)
    if (button.value !== undefined) showButton(button, cards)
  }
}

function showWidgets(holder: Element, cards: Cards, member = 'widgets'): void {
  for (const widget of firstParts(holder, member)) {
    if (!cards.take() || !isObject(widget.value)) continue
    for (const [name, value] of Object.entries(widget.value)) {
      if (value !== null) entryOf(WIDGETS, name)?.(partAt(widget, name), cards, widget)
    }
  }
}

function showParagraph({ value }: Element, cards: Cards): void {
  const text = textAt(value, 'text')
  cards.text(textAt(value, 'textSyntax') === 'MARKDOWN' ? markdown(text) : htmlText(text))
}

/** A text with a label and what belongs to it. */
function showLabelled(part: Element, cards: Cards): void {
  const { value } = part
  const label = firstText(value, 'topLabel', 'topLabelText.text')
  const text = htmlText(firstText(value, 'content', 'text', 'contentText.text'))
  const below = htmlText(firstText(value, 'bottomLabel', 'bottomLabelText.text'))
  const whole = isEmpty(below) ? text : lines(text, below)
  // Titles of fields cannot hold a link, and fields without a value are left out.
  if (label !== '' && addressIn(label) === '' && !isEmpty(whole)) {
    cards.field({ title: label, value: whole, short: true })
  } else cards.text(lines(htmlText(label), whole))
  const [button, control] = [partAt(part, 'button'), partAt(part, 'switchControl')]
  if (button.value !== undefined) showButton(button, cards)
  if (control.value !== undefined) showInput(control, cards)
  showClick(part, cards, label || 'Open')
}

function showButtons(list: Element, cards: Cards): void {
  for (const button of firstParts(list, 'buttons')) showButton(button, cards)
}

function showButton(part: Element, cards: Cards, name = ''): void {
  const { value, path } = part
  const inner = ['textButton', 'imageButton'].map((kind) => partAt(part, kind))
  const buttons = inner.filter((each) => isObject(each.value))
  for (const button of buttons) showButton(button, cards)
  if (buttons.length > 0) return
  const label = name || firstText(value, 'text', 'label', 'altText', 'name') || 'Open'
  if (!showClick(part, cards, label)) cards.lost(path, ONLY_LINKS)
}

/** Whether there is an address to open, or several in a menu. */
function showClick(part: Element, cards: Cards, text: string): boolean {
  const url = addressOf(part)
  const isOpening = isWebUrl(url)
  if (isOpening) cards.link({ text, url })
  const menu = firstParts(part, 'onClick.overflowMenu.items')
  for (const item of menu) showButton(item, cards)
  return isOpening || menu.length > 0
}

function addressOf({ value }: Element): string {
  return textAt(value, 'onClick.openLink.url')
}

/** A picture; one that leads somewhere has a button with its words. */
function showPicture(part: Element, cards: Cards): void {
  const words = textAt(part.value, 'altText')
  const url = firstText(part.value, 'imageUrl', 'imageUri')
  cards.picture(url, isWebUrl(addressOf(part)) ? '' : words)
  showClick(part, cards, words || 'Open')
}

function showGrid(part: Element, cards: Cards): void {
  cards.text(bold(htmlText(textAt(part.value, 'title'))))
  for (const item of firstParts(part, 'items')) {
    const texts = ['title', 'subtitle'].map((name) => htmlText(textAt(item.value, name)))
    cards.text(list([joined(texts, ', ')]))
    showPicture(partAt(item, 'image'), cards)
  }
  showClick(part, cards, 'Open')
}

/** Chips that open nothing are words. */
function showChips(part: Element, cards: Cards): void {
  const chips = firstParts(part, 'chips').map((chip): Text => {
    const label = firstText(chip.value, 'label', 'altText')
    const url = addressOf(chip)
    return url === '' ? prose(label, Infinity) : link(url, label)
  })
  cards.text(joined(chips, ' · '))
}
