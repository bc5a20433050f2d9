import { isObject } from '../../model/json.js'
import type { PropsParts } from '../../model/payload.js'
import { memberNames, Members } from './reading.js'

/** Members of `props` that are shown, and not kept. */
const LISTS = memberNames('mm_blocks blocks cards')
const ACTIONS = 'mm_blocks_actions'
/** Those that only Mattermost has. Others of these names may be a host's own, unless they are lists. */
const ONLY_SHOWN = memberNames(`mm_blocks ${ACTIONS}`)
const KNOWN = memberNames(`${[...LISTS].join(' ')} ${ACTIONS}`)

/** Whether this member of `props` is shown rather than kept. */
export function isShownProp(name: string, value: unknown): boolean {
  return ONLY_SHOWN.has(name) || (LISTS.has(name) && Array.isArray(value))
}

/** Whether `props` may hold something to show. */
export function mayShowParts(props: unknown): boolean {
  if (!isObject(props)) return false
  return [...LISTS].some((name) => {
    const list = Object.hasOwn(props, name) ? props[name] : undefined
    return Array.isArray(list) && list.length > 0
  })
}

/** What the `props` of a payload hold to be shown; null if none of its members is there. */
export function readPropsParts(payload: Members): PropsParts | null {
  const props = payload.get('props')
  if (!isObject(props)) return null
  const sent = Object.entries(props).filter(([name, value]) => isShownProp(name, value))
  if (sent.length === 0) return null
  const parts = new Members(Object.fromEntries(sent), 'props', KNOWN, payload.reading)
  const hasBlocks = Array.isArray(parts.get('mm_blocks') ?? [])
  if (!hasBlocks) parts.warn('mm_blocks', 'not a list')
  const actions = parts.get(ACTIONS) ?? {}
  if (!isObject(actions)) parts.warn(ACTIONS, 'not an object')
  return {
    mmBlocks: hasBlocks ? parts.list('mm_blocks') : [],
    blocks: parts.list('blocks'),
    cards: parts.list('cards'),
    actions: isObject(actions) ? actions : {},
  }
}

/** Whether there is a block or a card. */
export function showsParts(parts: PropsParts | null): boolean {
  return parts !== null && parts.mmBlocks.length + parts.blocks.length + parts.cards.length > 0
}
