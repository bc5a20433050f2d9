import { readNames } from './name-lines.js'

/** The bundler fills it in, in the format of name-lines.ts. */
declare const ENTITY_TABLE: string

let characters: ReadonlyMap<string, string> | null = null

/**
 * What markdown-it calls of the package `entities`, in whose place it is bundled: the characters of one entity
 * such as `&eacute;`. What is none stays as it is.
 */
export function decodeHTMLStrict(entity: string): string {
  // Read when it is first needed, as most messages have none.
  characters ??= readNames(ENTITY_TABLE)
  return characters.get(entity.slice(1, -1)) ?? entity
}
