import { emojiOf, fetchJson, learnEmoji, loadedOnce } from 'express-incoming-webhooks-ui'
import { useEffect, useState } from 'preact/hooks'
import { config } from '../config.js'

const loadNames = loadedOnce(async () => {
  const { body } = await fetchJson(new URL(config.emoji, config.base))
  learnEmoji(String(body))
})

/** The emoji with a name. Null for unknown names, and until the names are loaded, which few pages need. */
export function useEmoji(name: string): string | null {
  const [, setLoaded] = useState(false)
  const emoji = emojiOf(name)
  const isUnknown = emoji === null && name.trim() !== ''
  useEffect(() => {
    // Until the names are there, initials are shown.
    if (isUnknown)
      loadNames().then(
        () => setLoaded(true),
        () => undefined,
      )
  }, [isUnknown])
  return emoji
}
