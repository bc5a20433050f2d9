import { parsed } from 'express-incoming-webhooks-ui'
import { faultIn, type Place } from '../requests/sent-text.js'

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The names of a path such as `attachments[0].text`. */
export function namesOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter((name) => name !== '')
}

/** Where in a text of JSON the value at a path is, or what is nearest above it; null if it is not JSON. */
export function placeOf(json: string, path: readonly string[]): Place | null {
  if (parsed(json) === undefined) return null
  const found = exactPlace(json, path)
  return found ?? (path.length > 0 ? placeOf(json, path.slice(0, -1)) : null)
}

function exactPlace(json: string, path: readonly string[]): Place | null {
  /** Of each object and list that is open, which member is read: null before a name. */
  const names: (string | number | null)[] = []
  let from = -1
  for (const { 0: token, index: start } of json.matchAll(TOKEN)) {
    const top = names.length - 1
    const member = names[top]
    if (token === ',') names[top] = typeof member === 'number' ? member + 1 : null
    else if (token === '}' || token === ']') {
      names.pop()
      if (from !== -1 && names.length === path.length) return { from, to: start + 1 }
    } else if (member === null) names[top] = String(parsed(token))
    else if (token !== ':') {
      const isIt =
        names.length === path.length && path.every((name, n) => String(names[n]) === name)
      const isOpening = token === '{' || token === '['
      if (isIt && !isOpening) return { from: start, to: start + token.length }
      if (isIt) from = start
      if (isOpening) names.push(token === '{' ? null : 0)
    }
  }
  return null
}

/** The beginning of a detail such as `attachments[0].color: expected …`. */
const AT_PATH = /^([\w$-]+(?:\.[\w$-]+|\[\d+\])*): /

/** What an error is about: a letter, or the value at the path that it names. */
export function placeOfFault(text: string, detail: string): Place | null {
  const fault = faultIn(text, detail)
  if (fault !== null) return fault
  const [, path] = AT_PATH.exec(detail) ?? []
  return path === undefined ? null : placeOf(text, namesOf(path))
}
