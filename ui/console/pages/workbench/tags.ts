import { isCredentialName } from '../../../../lib/rules/credential-names.js'
import type { Row } from './rows.js'

/** What ends a path in a template. */
const ENDS = /[\s|{}"=.]/

/** Whether a template can name what is at a path. */
export function isNameable(path: readonly string[]): boolean {
  const [first = ''] = path
  return (
    !/^(?:[#/]|else$|this$)/.test(first) &&
    path.every((name) => name !== '' && !ENDS.test(name) && !isCredentialName(name))
  )
}

const LOOP = /\{\{\s*(?:#each\s+([^\s|{}"=]+)|\/each)\s*\}\}/g

/** The lists whose loops are open at the end of a text, each as the path of its elements. */
function loopsIn(text: string): readonly (readonly string[])[] {
  const loops: (readonly string[])[] = []
  for (const [, path] of text.matchAll(LOOP)) {
    if (path === undefined) {
      loops.pop()
      continue
    }
    const [first = '', ...rest] = path.split('.')
    const list = first === 'this' ? [...(loops.at(-1) ?? []), ...rest] : [first, ...rest]
    loops.push([...list, ANY])
  }
  return loops
}

const ANY = '*'

/** How a path is written after a text: within a loop over its list, and if it is the payload, as `this`. */
export function written(path: readonly string[], before: string): string {
  const element = loopsIn(before).at(-1)
  const isWithin = element?.every((name, at) =>
    name === ANY ? path[at] !== undefined : name === path[at],
  )
  const names = element && isWithin === true ? ['this', ...path.slice(element.length)] : path
  return names.join('.') || 'this'
}

/** What is put into a slot for a value, before the cursor and after it. */
export function tagFor({ path, value }: Row, before: string): readonly [string, string] {
  const name = written(path, before)
  if (!Array.isArray(value)) return [`{{${name}}}`, '']
  const isFlat = !(value[0] instanceof Object)
  return [`{{#each ${name}}}${isFlat ? '{{this}} ' : ''}`, '{{/each}}']
}
