import { MAX_OPTIONS } from '../../../model/limits.js'
import type { RichText } from '../../../model/message.js'
import { type Element, type Members, readMembers } from '../../payload/reading.js'
import { joined, type Sheet } from './sheet.js'
import { lineMember, nameMember } from './text-objects.js'

/** Members of an element that hold options. */
export const OPTION_MEMBERS = [
  'options',
  'option_groups',
  'initial_option',
  'initial_options',
  'confirm',
] as const

const OPTION = new Set(['text', 'value', 'url', 'description'])
const GROUP = new Set(['label', 'options'])

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
  const listed = [...element.list('options'), ...optionsOfGroups(element, sheet)]
  if (listed.length > MAX_OPTIONS) {
    sheet.reading.add(element.at('options'), `only the first ${MAX_OPTIONS} options are kept`)
  }
  const initial = [...single(element, 'initial_option'), ...element.list('initial_options')].map(
    (option) => readOption(option, true, sheet),
  )
  const chosen = new Set(initial.map(keyOf))
  const read = listed.slice(0, MAX_OPTIONS).map((option) => {
    const found = readOption(option, false, sheet)
    return { ...found, isChosen: chosen.has(keyOf(found)) }
  })
  const known = new Set(read.map(keyOf))
  return [...read, ...initial.filter((option) => !known.has(keyOf(option)))]
}

function optionsOfGroups(element: Members, sheet: Sheet): readonly Element[] {
  return element.list('option_groups').flatMap(({ value, path }) => {
    const group = readMembers(value, path, GROUP, sheet.reading)
    return group.list('options')
  })
}

function single(element: Members, name: string): readonly Element[] {
  const value = element.get(name)
  return value === undefined ? [] : [{ value, path: element.at(name) }]
}

function readOption(option: Element, isChosen: boolean, sheet: Sheet): ReadOption {
  const members = readMembers(option.value, option.path, OPTION, sheet.reading)
  const value = members.get('value')
  const names = [nameMember(members, 'text', sheet), nameMember(members, 'description', sheet)]
  return {
    path: option.path,
    name: names.filter((name) => name !== '').join(' – '),
    text: joined(
      [lineMember(members, 'text', sheet), lineMember(members, 'description', sheet)],
      ' – ',
    ),
    value: typeof value === 'string' ? value : '',
    url: members.string('url'),
    isChosen,
  }
}

function keyOf({ name, value }: ReadOption): string {
  return `${value} ${name}`
}
