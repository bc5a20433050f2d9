import { formatted } from '../../support/formatted.js'

/** The lines of the parts of a page that are made from the code, by the names in the comments above them. */
export type Parts = Readonly<Record<string, readonly string[]>>

const BEGIN = /^<!-- written by REWRITE_DOCS=1: (.+) -->$/
const END = '<!-- end -->'

/** The page with its parts as they are made. Throws if it has others. */
export async function pageWith(path: string, text: string, parts: Parts): Promise<string> {
  const left = new Map(Object.entries(parts))
  const written: string[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (line === END) isInside = false
    if (!isInside) written.push(line)
    const [, name] = BEGIN.exec(line) ?? []
    if (name === undefined) continue
    const lines = left.get(name)
    if (!lines) throw new Error(`${path}: no part is called ${name}, or it stands here twice`)
    left.delete(name)
    written.push('', ...lines, '')
    isInside = true
  }
  if (isInside) throw new Error(`${path}: a part has no ${END}`)
  if (left.size > 0) throw new Error(`${path}: no place for ${[...left.keys()].join(', ')}`)
  return formatted(path, written.join('\n'))
}

/** Lines that only the first text has, without the spaces that align the columns of tables. */
export function linesBeyond(text: string, other: string): readonly string[] {
  const others = new Set(plainLines(other))
  return plainLines(text).filter((line) => !others.has(line))
}

function plainLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/ +/g, ' ').replace(/-{3,}/g, '---'))
}
