import { createHash } from 'node:crypto'

/** Statements that are prepared on each connection; the others are parsed each time. */
const LIMIT = 500

const names = new Map<string, string>()

/** The statement with a name, under which a connection parses and plans it only once. */
export function prepared(text: string): { readonly text: string; readonly name?: string } {
  const known = names.get(text)
  if (known !== undefined) return { text, name: known }
  if (names.size >= LIMIT) return { text }
  const name = `eiw_${createHash('md5').update(text).digest('hex')}`
  names.set(text, name)
  return { text, name }
}
