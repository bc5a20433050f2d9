import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'

export const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

export interface Block {
  readonly language: string
  readonly text: string
}

/** The code blocks in their order. */
export function blocks(): readonly Block[] {
  return [...README.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** The rows of the table whose header begins with these cells. */
export function table(...header: readonly string[]): readonly (readonly string[])[] {
  const lines = README.split('\n')
  const start = lines.findIndex((line) => {
    const cells = cellsOf(line)
    return header.every((cell, at) => cells[at] === cell)
  })
  if (start === -1) throw new Error(`the README has no table ${header.join(' | ')}`)
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
