import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

export const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
export const RENDERING = readFileSync(join(ROOT, 'docs/rendering.md'), 'utf8')
export const WRITING_ADAPTERS = readFileSync(join(ROOT, 'docs/writing-adapters.md'), 'utf8')

export interface Block {
  readonly language: string
  readonly text: string
}

/** The code blocks of a document, in their order. */
export function blocks(document = README): readonly Block[] {
  return [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** The rows of the README's table whose header begins with these cells. */
export function table(...header: readonly string[]): readonly (readonly string[])[] {
  return tableIn(README, ...header)
}

/** The same of any document. */
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
