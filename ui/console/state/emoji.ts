import { fetchJson } from 'express-incoming-webhooks-ui/call'
import { emojiOf, learnEmoji } from 'express-incoming-webhooks-ui/emoji'
import { useEffect, useState } from 'preact/hooks'
import { config } from '../config.js'

let loading: Promise<void> | null = null

/** The emoji with a name. Null for unknown names, and until the names are loaded, which few pages need. */
export function useEmoji(name: string): string | null {
  const [, setLoaded] = useState(false)
  const emoji = emojiOf(name)
  const isUnknown = emoji === null && name.trim() !== ''
  useEffect(() => {
    if (!isUnknown) return
    loading ??= load()
    void loading.then(() => setLoaded(true))
  }, [isUnknown])
  return emoji
}

async function load(): Promise<void> {
  try {
    const { body } = await fetchJson(new URL(config.emoji, config.base))
    learnEmoji(String(body))
  } catch {
    // The next emoji tries again; until then, initials are shown.
    loading = null
  }
}
