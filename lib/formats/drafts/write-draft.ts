import type { MessageAttachment, RichText, TextNode } from '../../model/message.js'
import type { ForeignMentions } from '../../model/webhook-fields.js'
import { withoutEmpty } from '../../native/message/actions.js'
import { isPictureUrl } from '../../text/links.js'
import { countCodePoints } from '../../text/code-points.js'
import { plain } from '../../native/message/blocks/sheet.js'
import { entryOf, type Table } from '../json-members.js'
import { Budget, type Writing } from './budget.js'
import { cleanAddress, cleanLine, isKeptAddress } from './clean.js'
import type { Card, Color, Draft } from './draft.js'
import { mentionsIn } from './mentions.js'
import { isEmpty } from './pieces.js'
import { definesLinks, endsLinks, writeLine, writeText } from './write-text.js'

/** Code points of all texts of an event. */
const LONGEST = 3_800
/** Code points of a text with all its marks, so that it is one post. */
const MOST_WRITTEN = 16_000
const LONGEST_TITLE = 200
const LONGEST_NAME = 100
const MAX_CARDS = 20
const MAX_FIELDS = 25
const MAX_LINKS = 5

const COLORS: Table<string> = {
  bad: 'danger',
  warning: 'warning',
  good: 'good',
  neutral: '#8a94a6',
}

/** Colours that readers look for. */
const TELLING: ReadonlySet<string> = new Set(['bad', 'warning', 'good'])

/** What a draft shows: Markdown and attachments. */
export interface Written {
  readonly text: RichText
  readonly attachments: readonly MessageAttachment[]
}

/** All texts but the titles of fields. */
export function nodesOf({ text, attachments }: Written): readonly TextNode[] {
  const below = attachments.flatMap(({ title, text, footer, fields }) => [
    ...title,
    ...text,
    ...footer,
    ...fields.flatMap(({ value }) => value),
  ])
  return [...text, ...below]
}

/** Writes a draft as Markdown, in which all strings keep the characters they have. */
export function writeDraft(draft: Draft, mentions: ForeignMentions = 'none'): Written {
  if (draft.whole)
    return write(draft, { ofTitle: Budget.UNLIMITED, budget: Budget.UNLIMITED, mentions })
  let longest = LONGEST
  for (;;) {
    const ofTitle = new Budget(LONGEST_TITLE)
    const written = write(draft, { ofTitle, budget: new Budget(longest), mentions })
    const length = written.text.reduce((sum, node) => sum + countCodePoints(node.text), 0)
    if (length <= MOST_WRITTEN) return written
    // Marks that keep characters as they are, and addresses, are no part of what is shown.
    longest = Math.floor(longest * Math.min(0.9, MOST_WRITTEN / length))
  }
}

function write(draft: Draft, { ofTitle, ...writing }: Writing & { ofTitle: Budget }): Written {
  const { title = '', text = '', cards = [] } = draft
  const body = isEmpty(text) ? [] : writeText(text, writing)
  const references = body.some(({ text }) => definesLinks(text) || endsLinks(text))
  const head = isEmpty(title)
    ? []
    : writeLine(title, { ...writing, budget: ofTitle }, { isBold: true, references })
  const gap: TextNode[] = head.length > 0 && body.length > 0 ? [plain('\n')] : []
  const attachments = writing.budget
    .first(cards, MAX_CARDS)
    .map((card, index) => writeCard(card, index, writing))
    .filter(showsSomething)
  return {
    text: [...head, ...gap, ...body],
    attachments: attachments.length > 0 ? attachments : onlyColor(draft, writing),
  }
}

/** A state without details keeps its colour, as does what somebody wrote, and nothing else. */
function onlyColor(
  { title = '', cards = [], whole }: Draft,
  writing: Writing,
): MessageAttachment[] {
  const [card, ...others] = cards
  if (isEmpty(title) || !card || others.length > 0) return []
  const { color = '' } = card
  if (whole ? color === '' : !TELLING.has(color)) return []
  return [writeCard(card, 0, writing)]
}

function writeCard(card: Card, index: number, writing: Writing): MessageAttachment {
  const { budget, mentions } = writing
  const path = `cards[${index}]`
  const { author, title = '', text = '', footer = '', fields = [], links = [] } = card
  const name = budget.take(cleanLine(title), LONGEST_TITLE)
  const thumb = pictureUrl(card.thumbUrl)
  return {
    path,
    plain: withoutEmpty({
      color: colorOf(card.color),
      author_name: budget.take(cleanLine(author?.name ?? ''), LONGEST_NAME),
      author_link: webUrl(author?.url),
      author_icon: pictureUrl(author?.iconUrl),
      title_link: name && webUrl(card.url),
      image_url: pictureUrl(card.imageUrl),
      thumb_url: thumb,
      thumb_alt: thumb && budget.take(cleanLine(card.thumbAlt ?? ''), LONGEST_NAME),
      footer_icon: pictureUrl(card.footerIconUrl),
      ts: secondsOf(card.at),
      continues: card.continues ?? false,
    }),
    pretext: [],
    title: name === '' ? [] : mentionsIn(name, mentions).map(nodeOf),
    text: isEmpty(text) ? [] : writeText(text, writing),
    footer: isEmpty(footer) ? [] : writeLine(footer, writing),
    fields: budget
      .first(
        fields.filter(({ value }) => !isEmpty(value)),
        MAX_FIELDS,
      )
      .map((field) => ({
        title: budget.take(unlinked(cleanLine(field.title)), LONGEST_NAME),
        value: writeText(field.value, writing),
        short: field.short ?? false,
      })),
    actions: budget
      .first(
        links.filter(({ url }) => webUrl(url) !== ''),
        MAX_LINKS,
      )
      .map((link, at) => ({
        path: `${path}.links[${at}]`,
        stored: {
          id: `link_${index}_${at}`,
          type: 'button',
          name: budget.take(cleanLine(link.text), LONGEST_NAME) || 'Open',
          url: webUrl(link.url),
        },
      })),
  }
}

// Some clients read the titles of fields as Markdown, and some as they are.
function unlinked(text: string): string {
  return text.replaceAll('](', '] (')
}

function nodeOf(piece: string | TextNode): TextNode {
  return typeof piece === 'string' ? plain(piece) : piece
}

function showsSomething(attachment: MessageAttachment): boolean {
  const { plain, title, text, footer, fields, actions } = attachment
  return (
    [title, text, footer, fields, actions].some((part) => part.length > 0) ||
    ['author_name', 'image_url', 'thumb_url'].some((name) => plain[name] !== undefined)
  )
}

function colorOf(color: Color | '' = ''): string {
  return entryOf(COLORS, color) ?? (/^#[\da-f]{6}$/i.test(color) ? color : '')
}

function webUrl(url = ''): string {
  return isKeptAddress(url) ? cleanAddress(url) : ''
}

function pictureUrl(url = ''): string {
  return isPictureUrl(url) ? webUrl(url) : ''
}

function secondsOf(at: number | undefined): number | null {
  return at !== undefined && Number.isFinite(at) && at > 0 ? Math.floor(at / 1000) : null
}
