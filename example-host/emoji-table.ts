import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const CHARACTERS = require.resolve('emojibase-data/en/compact.json')
const NAMES = [
  require.resolve('emojibase-data/en/shortcodes/github.json'),
  require.resolve('emojibase-data/en/shortcodes/iamcal.json'),
]

/** Lines of a character and its names, as GitHub and Slack call it: `👍 +1 thumbsup`. */
export async function emojiTable(): Promise<string> {
  const characters = new Map<string, string>()
  for (const entry of Object.values(await readObject(CHARACTERS))) {
    characters.set(text(entry, 'hexcode'), text(entry, 'unicode'))
  }
  const names = new Map<string, Set<string>>()
  for (const file of NAMES) {
    for (const [hexcode, given] of Object.entries(await readObject(file))) {
      const known = names.get(hexcode) ?? new Set()
      for (const name of [given].flat()) if (typeof name === 'string') known.add(name)
      names.set(hexcode, known)
    }
  }
  return [...names]
    .flatMap(([hexcode, given]) => {
      const character = characters.get(hexcode) ?? ''
      return character === '' ? [] : [[character, ...given].join(' ')]
    })
    .join('\n')
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
