import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { writeEmojiTable } from '../emoji-lines.js'
import type { Named } from '../name-lines.js'

const require = createRequire(import.meta.url)
const CHARACTERS = require.resolve('emojibase-data/en/compact.json')
const NAMES = [
  require.resolve('emojibase-data/en/shortcodes/github.json'),
  require.resolve('emojibase-data/en/shortcodes/iamcal.json'),
]

/** The names of all emoji, as a page reads them. */
export async function emojiTable(): Promise<string> {
  return writeEmojiTable(await namedEmoji())
}

/** Every emoji with its names on GitHub and Slack. If a name differs in meaning, GitHub's counts. */
export async function namedEmoji(): Promise<readonly Named[]> {
  const owners = new Map<string, string>()
  for (const file of NAMES) {
    for (const [hexcode, given] of Object.entries(await readObject(file))) {
      for (const name of [given].flat()) {
        if (typeof name === 'string' && !owners.has(name)) owners.set(name, hexcode)
      }
    }
  }
  const names = new Map<string, string[]>()
  for (const [name, hexcode] of owners) names.set(hexcode, [...(names.get(hexcode) ?? []), name])
  return Object.values(await readObject(CHARACTERS)).map((entry): Named => [
    text(entry, 'unicode'),
    ...(names.get(text(entry, 'hexcode')) ?? []),
  ])
}

async function readObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof value === 'object' && value !== null) return { ...value }
  throw new Error(`${file} holds no table`)
}

function text(entry: unknown, name: string): string {
  const value: unknown = entry instanceof Object ? Reflect.get(entry, name) : ''
  return typeof value === 'string' ? value : ''
}
