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

/** A part of some code, and its class in the style sheet; null for nothing special. */
export interface Piece {
  readonly look: string | null
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
// Beside the names that the library knows.
hljs.registerAliases(['shell', 'console'], { languageName: 'bash' })
hljs.registerAliases('conf', { languageName: 'ini' })

/** By the library's names of what code is made of. */
const LOOKS: Readonly<Record<string, string>> = {
  ...lookOf('tk', 'keyword', 'tag', 'name', 'selector-tag', 'section', 'type', 'meta-keyword'),
  ...lookOf('ts', 'string', 'regexp', 'addition', 'link', 'char'),
  ...lookOf('tc', 'comment', 'quote', 'meta', 'doctag'),
  ...lookOf('tn', 'number', 'literal', 'symbol', 'variable', 'built_in', 'bullet'),
  ...lookOf('tt', 'title', 'attr', 'attribute', 'property', 'selector-class', 'selector-id'),
  ...lookOf('tr', 'deletion'),
}

function lookOf(look: string, ...scopes: readonly string[]): Record<string, string> {
  return Object.fromEntries(scopes.map((scope) => [scope, look]))
}

/** Takes the code apart. Null for what the library does not give back as it was. */
export function highlight(code: string, language: string): readonly Piece[] | null {
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true })
  const pieces = piecesOf(value)
  return pieces.map(({ text }) => text).join('') === code ? pieces : null
}

const PART = /<span class="(?:hljs-)?([^" ]*)(?: [^"]*)?">|<\/span>|([^<]+)/g

/** From the library's HTML, which is only read, never put into the page. */
function piecesOf(html: string): readonly Piece[] {
  const pieces: Piece[] = []
  const open: (string | null)[] = []
  for (const [, scope, text] of html.matchAll(PART)) {
    if (scope !== undefined) open.push(LOOKS[scope] ?? open.at(-1) ?? null)
    else if (text === undefined) open.pop()
    else pieces.push({ look: open.at(-1) ?? null, text: unescaped(text) })
  }
  return pieces
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
