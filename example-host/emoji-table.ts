import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Lines of a character and its names, as GitHub and Slack call it: `👍 +1 thumbsup`. */
export async function emojiTable(): Promise<string> {
  const characters = new Map<string, string>()
  for (const entry of await readJson('en/compact.json')) {
    const [hexcode, unicode] = [text(entry, 'hexcode'), text(entry, 'unicode')]
    if (hexcode !== '' && unicode !== '') characters.set(hexcode, unicode)
  }
  const names = new Map<string, Set<string>>()
  for (const source of ['github', 'iamcal']) {
    for (const [hexcode, given] of await readJson(`en/shortcodes/${source}.json`, Object.entries)) {
      const known = names.get(hexcode) ?? new Set()
      for (const name of [given].flat()) if (typeof name === 'string') known.add(name)
      names.set(hexcode, known)
    }
  }
  return [...names]
    .flatMap(([hexcode, given]) => {
      const character = characters.get(hexcode)
      return character === undefined ? [] : [[character, ...given].join(' ')]
    })
    .join('\n')
}

async function readJson(path: string): Promise<unknown[]>
async function readJson<T>(path: string, take: (value: object) => T): Promise<T>
async function readJson(path: string, take: (value: object) => unknown = Object.values) {
  const value: unknown = JSON.parse(
    await readFile(require.resolve(`emojibase-data/${path}`), 'utf8'),
  )
  if (typeof value === 'object' && value !== null) return take(value)
  throw new Error(`${path} holds no table`)
}

function text(entry: unknown, name: string): string {
  const value: unknown = entry instanceof Object ? Reflect.get(entry, name) : ''
  return typeof value === 'string' ? value : ''
}
