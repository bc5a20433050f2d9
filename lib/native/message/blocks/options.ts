import { MAX_OPTIONS } from '../../../model/limits.js'
import type { RichText } from '../../../model/message.js'
import type { ActionOption } from '../../../model/payload.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { joined, type Sheet } from './sheet.js'
import { lineMember, nameMember } from './text-objects.js'

/** Members of an element that hold options. */
export const OPTION_MEMBERS = 'options option_groups initial_option initial_options confirm'

const OPTION = memberNames('text value url description')
const GROUP = memberNames('label options')

/** One choice of a menu or a list. */
export interface ReadOption {
  readonly path: string
  readonly name: string
  readonly text: RichText
  readonly value: string
  readonly url: string
  readonly isChosen: boolean
}

/** All options of an element and of its groups, in order, followed by initial options that are not listed. */
export function readOptions(element: Members, sheet: Sheet): readonly ReadOption[] {
  const listed = [
    ...element.list('options'),
    ...element.each('option_groups', GROUP, (group) => group.list('options')).flat(),
  ]
  if (listed.length > MAX_OPTIONS) {
    element.warn('options', `only the first ${MAX_OPTIONS} options are kept`)
  }
  const first = element.element('initial_option')
  const initial = [...(first ? [first] : []), ...element.list('initial_options')].map((option) =>
    readOption(sheet.members(option, OPTION), true, sheet),
  )
  const chosen = new Set(initial.map(keyOf))
  const read = listed.slice(0, MAX_OPTIONS).map((option) => {
    const found = readOption(sheet.members(option, OPTION), false, sheet)
    return { ...found, isChosen: chosen.has(keyOf(found)) }
  })
  const known = new Set(read.map(keyOf))
  return [...read, ...initial.filter((option) => !known.has(keyOf(option)))]
}

function readOption(option: Members, isChosen: boolean, sheet: Sheet): ReadOption {
  const value = option.get('value')
  const names = [nameMember(option, 'text'), nameMember(option, 'description')]
  const texts = [lineMember(option, 'text', sheet), lineMember(option, 'description', sheet)]
  return {
    path: option.path,
    name: names.filter((name) => name !== '').join(' – '),
    text: joined(texts, ' – '),
    value: typeof value === 'string' ? value : '',
    url: option.string('url'),
    isChosen,
  }
}

/** Options as those of a menu. */
export function choicesOf(options: readonly ReadOption[]): readonly ActionOption[] {
  return options.map(({ name, value }) => ({ text: name, value }))
}

function keyOf({ name, value }: ReadOption): string {
  return `${value} ${name}`
}
