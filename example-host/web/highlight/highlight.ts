import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

export type Kind = 'key' | 'string' | 'comment' | 'number' | 'title' | 'removed'

/** A part of some code, and what it is; null for nothing special. */
export interface Piece {
  readonly kind: Kind | null
  readonly text: string
}

const LANGUAGES = {
  bash,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

const KINDS: Readonly<Record<string, Kind>> = {
  ...ofKind('key', 'keyword', 'tag', 'name', 'selector-tag', 'section', 'type', 'meta-keyword'),
  ...ofKind('string', 'string', 'regexp', 'addition', 'link', 'char'),
  ...ofKind('comment', 'comment', 'quote', 'meta', 'doctag'),
  ...ofKind('number', 'number', 'literal', 'symbol', 'variable', 'built_in', 'bullet'),
  ...ofKind('title', 'title', 'attr', 'attribute', 'property', 'selector-class', 'selector-id'),
  ...ofKind('removed', 'deletion'),
}

function ofKind(kind: Kind, ...scopes: readonly string[]): Record<string, Kind> {
  return Object.fromEntries(scopes.map((scope) => [scope, kind]))
}

/** Takes the code apart. Null for what the library does not give back as it was. */
export function highlight(code: string, language: string): readonly Piece[] | null {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true })
  const pieces = piecesOf(value)
  return pieces.map(({ text }) => text).join('') === code ? pieces : null
}

const PART = /<span class="([^"]*)">|<\/span>|([^<]+)/g

/** From the library's HTML, which is only read, never put into the page. */
function piecesOf(html: string): readonly Piece[] {
  const pieces: Piece[] = []
  const open: (Kind | null)[] = []
  for (const [, scope, text] of html.matchAll(PART)) {
    if (scope !== undefined) open.push(kindOf(scope) ?? open.at(-1) ?? null)
    else if (text === undefined) open.pop()
    else pieces.push({ kind: open.at(-1) ?? null, text: unescaped(text) })
  }
  return pieces
}

function kindOf(scope: string): Kind | undefined {
  return KINDS[scope.split(' ')[0]?.replace('hljs-', '') ?? '']
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}
