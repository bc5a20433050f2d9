import type { MessageAttachment, RichText, TextNode } from '../../model/message.js'
import type { ForeignMentions } from '../../model/webhook-fields.js'
import { withoutEmpty } from '../actions.js'
import { isPictureUrl, isWebUrl } from '../../text/links.js'
import { plain } from '../blocks/sheet.js'
import { Budget, type Writing } from './budget.js'
import { cleanLine } from './clean.js'
import type { Card, Color, Draft } from './draft.js'
import { mentionsIn } from './mentions.js'
import { isEmpty } from './pieces.js'
import { writeLine, writeText } from './write-text.js'

/** Code points of all texts, unless the draft says otherwise. */
const LONGEST = 3_800
const LONGEST_TITLE = 200
const LONGEST_NAME = 100
const MAX_CARDS = 20
const MAX_FIELDS = 25
const MAX_LINKS = 5

const COLORS: Readonly<Record<string, string>> = {
  bad: 'danger',
  warning: 'warning',
  good: 'good',
  neutral: '#8a94a6',
}

/** What a draft shows: Markdown and attachments. */
export interface Written {
  readonly text: RichText
  readonly attachments: readonly MessageAttachment[]
}

/** Writes a draft as Markdown, in which all strings keep the characters they have. */
export function writeDraft(draft: Draft, mentions: ForeignMentions = 'none'): Written {
  const writing = { budget: new Budget(draft.longest ?? LONGEST), mentions }
  const ofTitle = { budget: new Budget(LONGEST_TITLE), mentions }
  const { title = '', text = '', cards = [] } = draft
  const head = isEmpty(title) ? [] : writeLine(title, ofTitle, true)
  const body = isEmpty(text) ? [] : writeText(text, writing)
  const gap: TextNode[] = head.length > 0 && body.length > 0 ? [plain('\n')] : []
  return {
    text: [...head, ...gap, ...body],
    attachments: cards.slice(0, MAX_CARDS).map((card, index) => writeCard(card, index, writing)),
  }
}

function writeCard(card: Card, index: number, writing: Writing): MessageAttachment {
  const { budget, mentions } = writing
  const path = `cards[${index}]`
  const { author, title = '', text = '', footer = '', fields = [], links = [] } = card
  const name = budget.take(cleanLine(title), LONGEST_TITLE)
  return {
    path,
    plain: withoutEmpty({
      color: colorOf(card.color),
      author_name: budget.take(cleanLine(author?.name ?? ''), LONGEST_NAME),
      author_link: webUrl(author?.url),
      author_icon: pictureUrl(author?.iconUrl),
      title_link: name === '' ? '' : webUrl(card.url),
      image_url: pictureUrl(card.imageUrl),
      thumb_url: pictureUrl(card.thumbUrl),
      footer_icon: pictureUrl(card.footerIconUrl),
      ts: secondsOf(card.at),
    }),
    pretext: [],
    title: name === '' ? [] : mentionsIn(name, mentions).map(nodeOf),
    text: isEmpty(text) ? [] : writeText(text, writing),
    footer: isEmpty(footer) ? [] : writeLine(footer, writing),
    fields: fields
      .filter(({ value }) => !isEmpty(value))
      .slice(0, MAX_FIELDS)
      .map((field) => ({
        title: budget.take(cleanLine(field.title), LONGEST_NAME),
        value: writeText(field.value, writing),
        short: field.short ?? false,
      })),
    actions: links
      .filter(({ url }) => webUrl(url) !== '')
      .slice(0, MAX_LINKS)
      .map((link, at) => ({
        path: `${path}.links[${at}]`,
        stored: {
          id: `link_${index}_${at}`,
          type: 'button',
          name: budget.take(cleanLine(link.text), LONGEST_NAME) || 'Open',
          url: link.url,
        },
      })),
  }
}

function nodeOf(piece: string | TextNode): TextNode {
  return typeof piece === 'string' ? plain(piece) : piece
}

function colorOf(color: Color | undefined): string {
  if (color === undefined) return ''
  return COLORS[color] ?? (/^#[\da-f]{6}$/i.test(color) ? color : '')
}

function webUrl(url = ''): string {
  return isWebUrl(url) ? url : ''
}

function pictureUrl(url = ''): string {
  return isWebUrl(url) && isPictureUrl(url) ? url : ''
}

function secondsOf(at: number | undefined): number | null {
  return at !== undefined && Number.isFinite(at) && at > 0 ? Math.floor(at / 1000) : null
}
