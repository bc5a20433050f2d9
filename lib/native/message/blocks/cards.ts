import type { RichText } from '../../../model/message.js'
import { type Element, type Members, readMembers } from '../../payload/reading.js'
import { showElements } from './actions.js'
import { linkMember } from './media.js'
import { readIcon, readPicture } from './pictures.js'
import { readRichText } from './rich-text.js'
import { joined, plain, type Sheet } from './sheet.js'
import { lineMember, linkTo, stringMember, textMember } from './text-objects.js'
import { memberNames } from '../../payload/member-names.js'

const ALERT = new Set(['type', 'block_id', 'text', 'level'])
const CARD = memberNames(`
  type block_id hero_image icon slack_icon title subtitle body subtext actions
`)
const CAROUSEL = new Set(['type', 'block_id', 'elements'])
const CONTAINER = memberNames(`
  type block_id title rich_text_title subtitle child_blocks width icon is_collapsible
  default_collapsed has_header_divider
`)
const TASK = memberNames(`
  type block_id task_id title details output sources status
`)
const PLAN = new Set(['type', 'block_id', 'title', 'tasks'])
const SOURCE = new Set(['type', 'url', 'text'])

const LEVELS: Readonly<Record<string, string>> = {
  info: ':information_source: ',
  warning: ':warning: ',
  error: ':x: ',
  success: ':white_check_mark: ',
}

/** An alert: an emoji for its level and its text. */
export function showAlert(value: unknown, path: string, sheet: Sheet): void {
  const alert = readMembers(value, path, ALERT, sheet.reading)
  const text = textMember(alert, 'text', sheet)
  const sign = LEVELS[alert.string('level')] ?? ''
  sheet.paragraph(text.length === 0 || sign === '' ? text : [plain(sign), ...text])
}

/** A card: its picture, title, texts and buttons. */
export function showCard(value: unknown, path: string, sheet: Sheet): void {
  const card = readMembers(value, path, CARD, sheet.reading)
  sheet.paragraph(memberWith(card, 'hero_image', readPicture, sheet))
  const icon = memberWith(card, 'icon', readIcon, sheet)
  const title = joined([icon, lineMember(card, 'title', sheet)], ' ')
  sheet.paragraph(heading(title))
  for (const name of ['subtitle', 'body', 'subtext']) {
    sheet.paragraph(textMember(card, name, sheet))
  }
  showElements(card.list('actions'), sheet)
}

/** Cards one below the other. */
export function showCarousel(value: unknown, path: string, sheet: Sheet): void {
  const carousel = readMembers(value, path, CAROUSEL, sheet.reading)
  for (const card of carousel.list('elements')) showCard(card.value, card.path, sheet)
}

/** A container: its title, then its blocks. */
export function showContainer(
  value: unknown,
  path: string,
  sheet: Sheet,
  showBlock: (block: Element) => void,
): void {
  const container = readMembers(value, path, CONTAINER, sheet.reading)
  const icon = memberWith(container, 'icon', readIcon, sheet)
  const rich = memberWith(container, 'rich_text_title', readRichText, sheet)
  const title = rich.length > 0 ? rich : lineMember(container, 'title', sheet)
  sheet.paragraph(heading(joined([icon, title], ' ')))
  sheet.paragraph(textMember(container, 'subtitle', sheet))
  for (const block of container.list('child_blocks')) showBlock(block)
}

/** A plan: its title, then its tasks. */
export function showPlan(value: unknown, path: string, sheet: Sheet): void {
  const plan = readMembers(value, path, PLAN, sheet.reading)
  sheet.paragraph(heading(stringMember(plan, 'title')))
  for (const task of plan.list('tasks')) showTask(task.value, task.path, sheet)
}

/** A task: its title with its status, details, output and sources. */
export function showTask(value: unknown, path: string, sheet: Sheet): void {
  const task = readMembers(value, path, TASK, sheet.reading)
  const status = task.string('status').replaceAll('_', ' ')
  const title = stringMember(task, 'title')
  sheet.paragraph(status === '' ? title : joined([title, [plain(`(${status})`)]], ' '))
  sheet.paragraph(memberWith(task, 'details', readRichText, sheet))
  sheet.paragraph(memberWith(task, 'output', readRichText, sheet))
  const sources = task.list('sources').map((element): RichText => {
    const source = readMembers(element.value, element.path, SOURCE, sheet.reading)
    const url = linkMember(source, ['url'], sheet)
    return url === '' ? stringMember(source, 'text') : linkTo(url, source.string('text') || url)
  })
  sheet.paragraph(joined(sources, ' · '))
}

function heading(title: RichText): RichText {
  return title.length === 0 ? [] : [plain('##### '), ...title]
}

function memberWith(
  block: Members,
  name: string,
  read: (value: unknown, path: string, sheet: Sheet) => RichText,
  sheet: Sheet,
): RichText {
  const value = block.get(name)
  return value === undefined ? [] : read(value, block.at(name), sheet)
}
