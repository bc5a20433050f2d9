const way = metaOf('root') || '/'
/** Written by the server, because only the server can read the cookie and knows which addresses exist. */
export const sessionState = metaOf('session')

/** The script that gives code its colours. */
export const highlighterPath = metaOf('highlighter')

// Read once, while the URL is still the one that the server responded to.
const ROOT = new URL(way, location.href)

/** Where the chat is mounted: a path that begins and ends with a slash. */
export const rootPath = ROOT.pathname

/** The absolute URL of a path relative to the chat, such as `api/v4/websocket`. */
export function addressBelow(path: string): URL {
  return new URL(path, ROOT)
}

/** What the server wrote into the page by this name, or ''. */
export function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
