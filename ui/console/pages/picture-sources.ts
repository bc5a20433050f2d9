import { config } from '../config.js'

/** Hosts that are named; more are counted. */
const MOST_NAMED = 5

/** From where the app shows pictures, or null if it does not say. */
export function pictureSources(): string | null {
  const { imageHosts } = config
  if (imageHosts === null) return null
  if (imageHosts.length === 0) return "This app doesn't show pictures from other sites."
  const named = imageHosts.slice(0, MOST_NAMED)
  const more = imageHosts.length - named.length
  const all = more === 0 ? named : [...named, `${more} more`]
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(all)
  return `This app shows pictures from other sites only if they are on ${list}.`
}
