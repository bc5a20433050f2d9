import { emojiOf, fetchJson, learnEmoji, loadedOnce } from 'express-incoming-webhooks-ui'
import { useEffect, useState } from 'preact/hooks'
import { listFormats } from '../api/programs.js'
import { config } from '../config.js'
import { OWN_FORMAT } from '../program.js'

/** Renders again when what is unknown was loaded. Until then, and without it, there is something else to show. */
function useLearned(isUnknown: boolean, load: () => Promise<void>) {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (isUnknown)
      load().then(
        () => setLoaded(true),
        () => undefined,
      )
  }, [isUnknown])
}

const loadEmoji = loadedOnce(async () => {
  const { body } = await fetchJson(new URL(config.emoji, config.base))
  learnEmoji(String(body))
})

/** The emoji with a name. Null for unknown names, and until the names are loaded, which few pages need. */
export function useEmoji(name: string): string | null {
  const emoji = emojiOf(name)
  useLearned(emoji === null && name.trim() !== '', loadEmoji)
  return emoji
}

const TITLES = new Map([[OWN_FORMAT, 'Slack or Mattermost']])
const loadTitles = loadedOnce(async () => {
  for (const { name, title } of await listFormats()) TITLES.set(name, title)
})

/** What formats are called: their titles, or their names until those are loaded, which they are if asked for. */
export function useFormatTitles(names: readonly string[]): (name: string) => string {
  useLearned(
    names.some((name) => name !== '' && !TITLES.has(name)),
    loadTitles,
  )
  return (name) => TITLES.get(name) ?? name
}
