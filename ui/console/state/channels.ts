import { useEffect, useState } from 'preact/hooks'
import { type Channel, findChannel } from '../api/directory.js'

/** Those whose names were needed, by their ids; null while it is not known which one it is. */
const KNOWN = new Map<string, Channel | null>()

export function learnChannel(channel: Channel): void {
  KNOWN.set(channel.id, channel)
}

export function knownChannel(id: string): Channel | null {
  return KNOWN.get(id) ?? null
}

/** The id itself, if nothing else is known. */
export function channelName(id: string): string {
  return knownChannel(id)?.name ?? id
}

/** Renders again when these are known. Those that are gone, or that others cannot read, never are. */
export function useChannels(ids: readonly string[]): void {
  const [, setLoaded] = useState(0)
  const unknown = [...new Set(ids)].filter((id) => id !== '' && !KNOWN.has(id))
  useEffect(() => {
    for (const id of unknown) {
      KNOWN.set(id, null)
      findChannel(id).then(
        (channel) => {
          if (channel) learnChannel(channel)
          setLoaded((before) => before + 1)
        },
        () => KNOWN.delete(id),
      )
    }
  }, [unknown.join()])
}
