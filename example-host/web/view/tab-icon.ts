import type { UnreadLevel } from '../state/unread.js'

const DOTS: Readonly<Record<UnreadLevel, string>> = {
  none: '',
  some: '<circle cx="25" cy="7" r="7" fill="#d9e2ec" stroke="#0f1720" stroke-width="2"/>',
  personal: '<circle cx="25" cy="7" r="7" fill="#e5484d" stroke="#fff" stroke-width="2"/>',
}

/** Shows the icon of the page in the browser's tab, with a dot for unread messages. */
export function showTabIcon(level: UnreadLevel): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = `data:image/svg+xml,${encodeURIComponent(tabIcon(level))}`
}

function tabIcon(level: UnreadLevel): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#0b6583"/>' +
    '<path d="M6 8h20v13H15l-5 5v-5H6z" fill="#fff"/>' +
    `${DOTS[level]}</svg>`
  )
}
