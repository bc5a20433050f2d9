import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

export const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
export const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

/** The text of a page in `docs`. */
export function page(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8')
}

/** The code blocks of a page, with their languages, in their order. */
export function blocks(
  document: string,
): readonly { readonly language: string; readonly text: string }[] {
  return [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** The code blocks of a page in one language. */
export function blocksOf(document: string, language: string): readonly string[] {
  return blocks(document)
    .filter((block) => block.language === language)
    .map(({ text }) => text)
}

/** The only block of a page that contains this text. */
export function blockWith(document: string, text: string): string {
  const found = blocks(document).filter((block) => block.text.includes(text))
  const [only] = found
  if (only === undefined || found.length > 1) {
    throw new Error(`${found.length} blocks contain ${text}`)
  }
  return only.text
}

/** The rows of the page's table whose header begins with these cells. */
export function tableIn(
  document: string,
  ...header: readonly string[]
): readonly (readonly string[])[] {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => {
    const cells = cellsOf(line)
    return header.every((cell, at) => cells[at] === cell)
  })
  if (start === -1) throw new Error(`there is no table ${header.join(' | ')}`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end).map(cellsOf)
}

/** The part of a page below a heading, up to the next heading of the same or a higher level. */
export function section(document: string, heading: string): string {
  const lines = document.split('\n')
  const start = lines.indexOf(heading)
  if (start === -1) throw new Error(`there is no heading ${heading}`)
  const level = heading.indexOf(' ')
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level)
  return rest.slice(0, end === -1 ? undefined : end).join('\n')
}

/** The names between backticks. */
export function namesIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
