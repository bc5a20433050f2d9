import { unparsable } from '../../../model/errors.js'
import { isObject } from '../../../model/json.js'
import type { Element } from '../../../model/message.js'
import { onOneLine } from '../../../text/one-line.js'
import { colorMember } from '../colors.js'
import { pictureAt, pictureMember } from '../blocks/media.js'
import {
  type BlockOptions,
  type Group,
  joined,
  kindsOf,
  nodesOnOneLine,
  plain,
  Sheet,
  stringMember,
} from '../blocks/sheet.js'
import { showUnknown } from '../blocks/layout.js'
import { memberNames, type Members, wrongType } from '../../payload/reading.js'
import { showButton, showMenu } from './controls.js'

/** As in Mattermost. What is beyond is left out, with a warning. */
const MOST = { blocks: 100, levels: 32, characters: 16_000 } as const
const MAX_ALT = 300
const SMALL = new Set(['xsmall', 'small'])
/** Pixels of a picture that is small whatever its size is called. */
const SMALL_PIXELS = 80

/** Where a block is shown, and what all blocks of the message may still have. */
interface Place {
  readonly sheet: Sheet
  readonly level: number
  readonly left: { blocks: number; characters: number }
}

const IMAGE = `
  url alt_text title size max_width max_height image_style horizontal_alignment
`
const MENU = `
  action_id placeholder options initial_option disabled data_source tooltip query
`
const CONTAINER = 'content border accent_color background flow gap max_height'
const COLUMN = memberNames('type id block_id width gap items')

const BLOCKS = kindsOf<Place>('type id block_id', {
  text: ['text is_subtle size', showText],
  image: [IMAGE, showImage],
  divider: ['', (_, { sheet }) => sheet.paragraph([plain('---')])],
  button: ['text action_id style tooltip disabled query', showLabelled],
  static_select: [MENU, (block, { sheet }) => showMenu(block, sheet)],
  container: [CONTAINER, showContainer],
  collapsible: ['header content collapsed', showCollapsible],
  column_set: ['columns gap', showColumns],
})

/** What readers see of Mattermost Blocks, in order. */
export function translateMattermost(
  blocks: readonly Element[],
  options: BlockOptions,
): readonly Group[] {
  if (blocks.length === 0) return []
  const sheet = new Sheet(options)
  showAll(blocks, { sheet, level: 0, left: { ...MOST } })
  return sheet.groups
}

/** Shows the blocks that another one holds. */
function showAll(elements: readonly Element[], { level, ...place }: Place) {
  const inside = { ...place, level: level + 1 }
  for (const element of elements) {
    place.sheet.guard(element.path, () => showBlock(element, inside))
  }
}

function showBlock(element: Element, place: Place) {
  const { value, path } = element
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  take(place, 'blocks')
  if (place.level > MOST.levels) throw tooMany('levels')
  const [names, show] = BLOCKS.get(value['type']) ?? []
  if (names && show) show(place.sheet.members(element, names), place)
  else showUnknown(element, place.sheet)
}

function take({ left }: Place, what: keyof Place['left'], count = 1) {
  if (left[what] < count) throw tooMany(what)
  left[what] -= count
}

/** The error for a block that is left out. */
function tooMany(what: keyof typeof MOST) {
  return unparsable(`more than ${MOST[what]} ${what}`)
}

function markdownMember(block: Members, name: string, place: Place) {
  const text = block.string(name)
  take(place, 'characters', text.length)
  return place.sheet.translator.scan(text, block.at(name))
}

function showText(block: Members, place: Place) {
  const text = markdownMember(block, 'text', place)
  if (text.length === 0) throw unparsable('no text')
  place.sheet.paragraph(text)
}

function showLabelled(button: Members, place: Place) {
  take(place, 'characters', button.string('text').length)
  showButton(button, place.sheet)
}

function showContainer(container: Members, place: Place) {
  const { sheet } = place
  const content = container.list('content')
  const color = colorMember(container, 'accent_color')
  const show = () => showAll(content, place)
  if (color === '' && container.get('border') !== true) show()
  else sheet.apart({ color: color || sheet.look.color, isCard: true }, show)
}

/** A title that is one text folds what is below it, unless that is folded already. */
function showCollapsible(block: Members, place: Place) {
  const { sheet } = place
  const content = block.list('content')
  const header = headerOf(block, place)
  const [title] = header
  const show = () => showAll(content, place)
  if (title && isText(header) && title.thumb === null && sheet.look.folds === '') {
    const folds = block.get('collapsed') === true ? 'closed' : 'open'
    sheet.apart({ folds }, () => sheet.paragraph(title.text))
    sheet.apart({ folds: 'within' }, show)
  } else {
    sheet.add(header)
    show()
  }
}

function headerOf(block: Members, place: Place): readonly Group[] {
  const branch = place.sheet.branch()
  if (typeof block.get('header') === 'string') {
    const line = nodesOnOneLine(markdownMember(block, 'header', place))
    branch.paragraph([plain('##### '), ...line])
  } else showAll(block.list('header'), { ...place, sheet: branch })
  return branch.groups
}

/** Columns of texts are fields; others stand one after another. */
function showColumns(block: Members, place: Place) {
  const { sheet } = place
  const columns = block.list('columns').map((element): readonly Group[] => {
    const branch = sheet.branch()
    sheet.guard(element.path, () => {
      showAll(sheet.members(element, COLUMN).list('items'), { ...place, sheet: branch })
    })
    return branch.groups
  })
  const groups = columns.flat()
  const pictures = groups.flatMap(({ thumb }) => thumb ?? [])
  if (pictures.length > 1 || !columns.every(isText)) {
    sheet.add(groups)
    return
  }
  const texts = groups.map(({ text }) => text).filter((text) => text.length > 0)
  sheet.apart({}, () => {
    for (const picture of pictures) sheet.thumb(picture)
    if (texts.length > 1) sheet.columns(texts)
    else sheet.paragraph(texts[0] ?? [])
  })
}

/** Whether there is nothing but one text, perhaps with a small picture. */
function isText(groups: readonly Group[]) {
  const isPlain = ({ actions, fields, continues, folds }: Group) =>
    actions.length + fields.length === 0 && continues && (folds === '' || folds === 'within')
  return groups.length < 2 && groups.every(isPlain)
}

function showImage(image: Members, { sheet }: Place) {
  const url = pictureMember(image, 'url')
  const title = stringMember(image, 'title')
  const words = image.string('alt_text').trim() || image.string('title').trim()
  if (url === '') {
    if (image.string('url') === '') image.warn('url', 'no picture: only its words are shown')
    sheet.paragraph(joined([title, stringMember(image, 'alt_text')], '\n'))
  } else if (isSmall(image)) {
    sheet.paragraph(title)
    sheet.thumb({ url, alt: image.shortened('alt_text', onOneLine(words), MAX_ALT) })
  } else sheet.paragraph(joined([title, pictureAt(url, words || url)], '\n'))
}

function isSmall(image: Members) {
  const bounds = [image.get('max_width'), image.get('max_height')]
  return (
    SMALL.has(image.string('size')) ||
    bounds.some((pixels) => typeof pixels === 'number' && pixels <= SMALL_PIXELS)
  )
}
