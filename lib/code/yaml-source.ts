import type * as yamlPackage from 'yaml'
import type { Document } from 'yaml'
import { asError } from '../host/as-error.js'
import type { Path, Place, Source } from './source.js'

type Yaml = typeof yamlPackage

/** An alias may stand for much: what all of them stand for is bounded. */
const MOST_ALIASES = 100

export async function importYaml(file: string): Promise<Yaml> {
  try {
    return await import('yaml')
  } catch {
    throw new Error(`${file}: YAML needs the package yaml: npm install yaml`)
  }
}

export function readYaml(yaml: Yaml, text: string): Source {
  const lineCounter = new yaml.LineCounter()
  // Its pretty errors quote the file.
  const document = yaml.parseDocument(text, { lineCounter, prettyErrors: false })
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const placeOf = (path: Path): Place => placeAt(startOf(yaml, document, path))
  const mistakes = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    place: placeAt(pos[0]),
    reason: `not YAML: ${message}`,
  }))
  if (mistakes.length > 0) return { value: undefined, mistakes, placeOf }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
    return { value, mistakes, placeOf }
  } catch (error) {
    const reason = `not YAML: ${asError(error).message}`
    return { value: undefined, mistakes: [{ place: placeOf([]), reason }], placeOf }
  }
}

function startOf(
  { isAlias, isMap, isNode, isScalar, isSeq }: Yaml,
  document: Document,
  path: Path,
) {
  let node: unknown = document.contents
  let start = document.contents?.range?.[0] ?? 0
  for (const step of path) {
    const held = isAlias(node) ? node.resolve(document) : node
    const pair = isMap(held)
      ? held.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined
    const item: unknown = isSeq(held) ? held.items[Number(step)] : pair?.key
    if (!isNode(item)) return start
    start = item.range?.[0] ?? start
    node = pair ? pair.value : item
  }
  return start
}
