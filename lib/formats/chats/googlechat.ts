import { htmlText, mrkdwn, seenHtml } from '../drafts/dialects.js'
import {
  at,
  type Card,
  type CardField,
  type CardLink,
  claimed,
  countAt,
  type Draft,
  Elements,
  firstText,
  type Format,
  isEmpty,
  isObject,
  lines,
  listAt,
  refused,
  type Text,
  textAt,
  valueOf,
} from '../kit.js'
import { chatMessage, CHOOSE_SLACK } from './chat.js'

/** Messages for a space of Google Chat: text, cards, and cards of the second version. */
export const googlechat: Format = {
  name: 'googlechat',
  title: 'Google Chat',
  isMarked: (body) => Array.isArray(body['cardsV2']),
  looksLike: (body) => ['cards', 'cardsV2'].some((name) => Array.isArray(at(body, name))),
  advice: CHOOSE_SLACK,
  detect: claimed(hasCards),
  read: ({ body }) => {
    const sent = valueOf(body)
    const draft = draftOf(sent)
    return draft
      ? chatMessage(draft, sent, seenHtml)
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
    (card) => isObject(at(card, 'header')) || countAt(card, 'sections') > 0,
  )
}

function draftOf(value: unknown): Draft | null {
  const text = textAt(value, 'text')
  const elements = new Elements()
  const cards = [
    ...listAt(value, 'cardsV2').map((entry) => at(entry, 'card')),
    ...listAt(value, 'cards'),
  ]
    .map((card) => readCard(card, elements))
    .filter((card) => card !== null)
  const spare = firstText(value, 'fallbackText', 'previewText')
  if (text.trim() === '' && cards.length === 0) {
    return spare === '' ? null : { text: spare }
  }
  return { text: mrkdwn(text), cards }
}

function readCard(card: unknown, elements: Elements): Card | null {
  const title = textAt(card, 'header', 'title')
  const subtitle = textAt(card, 'header', 'subtitle')
  const shown: Shown = { elements, texts: [], fields: [], links: [], imageUrl: '' }
  if (subtitle !== '') shown.texts.push(subtitle)
  for (const section of listAt(card, 'sections')) {
    const head = textAt(section, 'header')
    if (head !== '') shown.texts.push({ kind: 'styled', style: 'bold', text: htmlText(head) })
    for (const widget of listAt(section, 'widgets')) showWidget(widget, shown)
  }
  const { texts, fields, links, imageUrl } = shown
  const isShown = title !== '' || texts.length > 0 || fields.length > 0 || imageUrl !== ''
  if (!isShown && links.length === 0) return null
  const thumbUrl = textAt(card, 'header', 'imageUrl')
  return { title, text: { kind: 'lines', lines: texts }, fields, links, imageUrl, thumbUrl }
}

/** What widgets show. */
interface Shown {
  readonly elements: Elements
  readonly texts: Text[]
  readonly fields: CardField[]
  readonly links: CardLink[]
  imageUrl: string
}

function showWidget(widget: unknown, shown: Shown): void {
  if (!shown.elements.take()) return
  const paragraph = textAt(widget, 'textParagraph', 'text')
  if (paragraph !== '') shown.texts.push(htmlText(paragraph))
  for (const name of ['keyValue', 'decoratedText']) {
    const value = at(widget, name)
    if (isObject(value)) showValue(value, shown)
  }
  shown.imageUrl ||= textAt(widget, 'image', 'imageUrl')
  const buttons = [...listAt(widget, 'buttons'), ...listAt(widget, 'buttonList', 'buttons')]
  for (const button of buttons) showButton(button, shown)
  for (const column of listAt(widget, 'columns', 'columnItems')) {
    for (const inner of listAt(column, 'widgets')) showWidget(inner, shown)
  }
  for (const item of listAt(widget, 'grid', 'items')) {
    const text = [textAt(item, 'title'), textAt(item, 'subtitle')].filter((each) => each !== '')
    if (text.length > 0) shown.texts.push(`• ${text.join(', ')}`)
  }
}

function showValue(value: unknown, shown: Shown): void {
  const label = textAt(value, 'topLabel')
  const text = htmlText(firstText(value, 'content', 'text'))
  const below = textAt(value, 'bottomLabel')
  const whole = below === '' ? text : lines(text, htmlText(below))
  if (label === '') {
    if (!isEmpty(whole)) shown.texts.push(whole)
  } else shown.fields.push({ title: label, value: whole, short: true })
  showButton(at(value, 'button'), shown)
  const url = textAt(value, 'onClick', 'openLink', 'url')
  if (url !== '') shown.links.push({ text: label || 'Open', url })
}

function showButton(button: unknown, shown: Shown): void {
  for (const each of [button, at(button, 'textButton'), at(button, 'imageButton')]) {
    const url = textAt(each, 'onClick', 'openLink', 'url')
    const text = firstText(each, 'text', 'altText', 'name')
    if (url !== '') shown.links.push({ text: text || 'Open', url })
  }
}
