import { unparsable } from '../../model/errors.js'
import { MAX_DEPTH, MAX_PARTS_DEPTH } from '../../model/limits.js'
import { repairJson } from './json-repair.js'
import { clean, endOfString } from './json-strings.js'
import type { Reading } from '../payload/reading.js'
import { isNest, isObject } from '../../model/json.js'

/**
 * Parses strict JSON. If that fails, tries again with control characters in strings escaped and
 * trailing commas removed. Strings are well-formed and without U+0000, so that every store can keep them.
 */
export function parseJson(text: string, reading: Reading): unknown {
  const isDeep = isDeepText(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return parseRepaired(text, isDeep, reading)
  }
  if (isDeep) refuseDeep(value)
  if (mayHoldOddCharacters(text)) value = cleanDeep(value)
  reading.texts.parsed(text, value)
  return value
}

/** Checks and cleans a value that a host's own parser left, as `parseJson` does. */
export function checkParsed(value: unknown): unknown {
  refuseDeep(value)
  return cleanDeep(value)
}

function parseRepaired(text: string, isDeep: boolean, reading: Reading): unknown {
  const repaired = repairJson(text)
  const value = cleanDeep(JSON.parse(repaired.text))
  if (isDeep) refuseDeep(value)
  reading.texts.parsed(repaired.text, value)
  for (const repair of repaired.repairs) reading.add('', repair)
  return value
}

// JSON.parse accepts 100,000 levels, but JSON.stringify and structuredClone, and so stores, fail on
// far fewer. True if it is deeper than most of a payload may be.
function isDeepText(text: string) {
  let depth = 0
  let isDeep = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      i = endOfString(text, i)
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) isDeep = true
      if (depth > MAX_PARTS_DEPTH) throw tooDeep()
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return isDeep
}

/** Parts of a message in its `props`, or in those of the update that a button is answered with. */
const IN_PROPS = new Set(['mm_blocks', 'blocks', 'cards'])
const PROPS_DEPTH = 3

function refuseDeep(value: unknown, most = MAX_DEPTH, depth = 1, holder = '') {
  if (!isNest(value)) return
  if (depth > most) throw tooDeep()
  if (Array.isArray(value)) {
    // Without their indexes as texts, which would take ten times as long in a list of numbers.
    for (const element of value) refuseDeep(element, most, depth + 1)
  } else if (isObject(value)) {
    const isProps = holder.toLowerCase() === 'props' && depth <= PROPS_DEPTH
    for (const name of Object.keys(value)) {
      const inside = isProps && IN_PROPS.has(name) ? MAX_PARTS_DEPTH : most
      refuseDeep(value[name], inside, depth + 1, name)
    }
  }
}

function tooDeep() {
  return unparsable(
    `arrays and objects are nested more than ${MAX_DEPTH} levels deep, or more than ${MAX_PARTS_DEPTH} in blocks of props`,
  )
}

const ODD_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

// In strict JSON, U+0000 can only be an escape; in decoded text, so can lone surrogates.
function mayHoldOddCharacters(text: string) {
  return (text.includes('\\u') && ODD_ESCAPE.test(text)) || !text.isWellFormed()
}

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (!isObject(value)) return value
  // fromEntries defines own members, so `__proto__` stays an ordinary name.
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [clean(name), cleanDeep(v)]))
}
