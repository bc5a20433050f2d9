import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Named, writeNames } from '../name-lines.js'

const require = createRequire(import.meta.url)
const CHARACTERS = 'emojibase-data/en/compact.json'
/** If a name differs in meaning, the first one's counts. */
const NAMES = [
  'emojibase-data/en/shortcodes/github.json',
  'emojibase-data/en/shortcodes/iamcal.json',
]
/** An emoji with a variation selector that it does not need, as it is shown as a picture anyway. */
const TWICE_PICTURE = /^(\p{Emoji_Presentation})\ufe0f$/u

/** The names of all emoji on GitHub and Slack, as a page reads them. */
export async function emojiTable(): Promise<string> {
  const owners = new Map<string, string>()
  for (const file of NAMES) {
    for (const [hexcode, given] of Object.entries(await readObject(file))) {
      for (const name of [given].flat().map(String)) {
        if (!owners.has(name)) owners.set(name, hexcode)
      }
    }
  }
  const names = new Map<string, string[]>()
  for (const [name, hexcode] of owners) names.set(hexcode, [...(names.get(hexcode) ?? []), name])
  return writeNames(
    Object.values(await readObject(CHARACTERS)).map((entry): Named => {
      const emoji = text(entry, 'unicode').replace(TWICE_PICTURE, '$1')
      return [emoji, ...(names.get(text(entry, 'hexcode')) ?? [])]
    }),
  )
}

async function readObject(file: string): Promise<object> {
  const value: unknown = JSON.parse(await readFile(require.resolve(file), 'utf8'))
  if (value instanceof Object) return value
  throw new Error(`${file} holds no table`)
}

function text(entry: unknown, name: string) {
  return entry instanceof Object ? String(Reflect.get(entry, name)) : ''
}
