import { memberNames, type Members } from '../../payload/reading.js'
import { showElements } from './actions.js'
import { IMAGE, linkMember, readIcon, readPicture } from './media.js'
import { readRichText, RICH_TEXT } from './rich-text.js'
import { joined, lineMember, linkTo, plain, type Sheet, stringMember, textMember } from './sheet.js'
import type { RichText } from '../../../model/message.js'

export const CARD = memberNames(`
  type block_id hero_image icon slack_icon title subtitle body subtext actions
`)
export const TASK = memberNames('type block_id task_id title details output sources status')
const SOURCE = memberNames('type url text')

const LEVELS: Readonly<Record<string, string>> = {
  info: ':information_source: ',
  warning: ':warning: ',
  error: ':x: ',
  success: ':white_check_mark: ',
}

/** An alert: an emoji for its level and its text. */
export function showAlert(alert: Members, sheet: Sheet): void {
  const text = textMember(alert, 'text', sheet)
  const sign = LEVELS[alert.string('level')] ?? ''
  sheet.paragraph(text.length === 0 || sign === '' ? text : [plain(sign), ...text])
}

/** A card: its picture, title, texts and buttons. */
export function showCard(card: Members, sheet: Sheet): void {
  sheet.paragraph(readPicture(card.inner('hero_image', IMAGE)))
  const icon = readIcon(card.inner('icon', IMAGE))
  sheet.paragraph(heading(joined([icon, lineMember(card, 'title', sheet)], ' ')))
  for (const name of ['subtitle', 'body', 'subtext']) {
    sheet.paragraph(textMember(card, name, sheet))
  }
  showElements(card.list('actions'), sheet)
}

/** Cards one below the other. */
export function showCarousel(carousel: Members, sheet: Sheet): void {
  carousel.each('elements', CARD, (card) => {
    showCard(card, sheet)
  })
}

/** The title of a container, and what is below it. */
export function showContainerHead(container: Members, sheet: Sheet): void {
  const icon = readIcon(container.inner('icon', IMAGE))
  const rich = readRichText(container.inner('rich_text_title', RICH_TEXT), sheet)
  const title = rich.length > 0 ? rich : lineMember(container, 'title', sheet)
  sheet.paragraph(heading(joined([icon, title], ' ')))
  sheet.paragraph(textMember(container, 'subtitle', sheet))
}

/** A plan: its title, then its tasks. */
export function showPlan(plan: Members, sheet: Sheet): void {
  sheet.paragraph(heading(stringMember(plan, 'title')))
  plan.each('tasks', TASK, (task) => {
    showTask(task, sheet)
  })
}

/** A task: its title with its status, details, output and sources. */
export function showTask(task: Members, sheet: Sheet): void {
  const status = task.string('status').replaceAll('_', ' ')
  const title = stringMember(task, 'title')
  sheet.paragraph(status === '' ? title : joined([title, [plain(`(${status})`)]], ' '))
  for (const name of ['details', 'output']) {
    sheet.paragraph(readRichText(task.inner(name, RICH_TEXT), sheet))
  }
  const sources = task.each('sources', SOURCE, (source) => {
    const url = linkMember(source, 'url')
    return url === '' ? stringMember(source, 'text') : [linkTo(url, source.string('text') || url)]
  })
  sheet.paragraph(joined(sources, ' · '))
}

/** The title of a part of a message. */
export function heading(title: RichText): RichText {
  return title.length === 0 ? [] : [plain('##### '), ...title]
}
