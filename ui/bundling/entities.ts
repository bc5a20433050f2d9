import { DecodingMode, decodeHTMLStrict, EntityDecoder, htmlDecodeTree } from 'entities/decode'
import { type Named, writeNames } from '../name-lines.js'

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

/** All named entities, as a page reads them. Compressed, they are half as large as in the package `entities`. */
export function entityTable(): string {
  return writeNames(namedEntities())
}

/** What the named entities that end with a semicolon stand for, and their names. */
export function namedEntities(): readonly Named[] {
  const names = new Map<string, string[]>()
  for (const name of namesAfter('')) {
    const text = decodeHTMLStrict(`&${name};`)
    names.set(text, [...(names.get(text) ?? []), name])
  }
  return [...names].map(([text, named]) => [text, ...named])
}

/** The package has no list of the names, but it knows how names begin. */
function namesAfter(beginning: string): readonly string[] {
  return LETTERS.map((letter) => beginning + letter)
    .filter(isBeginning)
    .flatMap((text) => (isName(text) ? [text, ...namesAfter(text)] : namesAfter(text)))
}

function isBeginning(text: string) {
  const decoder = new EntityDecoder(htmlDecodeTree, () => undefined)
  decoder.startEntity(DecodingMode.Strict)
  return decoder.write(text, 0) === -1
}

function isName(text: string) {
  return decodeHTMLStrict(`&${text};`) !== `&${text};`
}
