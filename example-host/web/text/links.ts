/** Browsers remove some of these from a URL, which may then lead elsewhere. */
const SPACE_OR_CONTROL = /[\s\p{Cc}]/u

/** Of a link that leads elsewhere. */
export const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** Whether the pages open it: http, https, ftp, mailto, tel, and paths of this site. */
export function isSafeHref(href: string): boolean {
  if (SPACE_OR_CONTROL.test(href)) return false
  if (/^(?:https?|ftp):\/\//i.test(href)) return URL.canParse(href)
  return /^(?:mailto|tel):/i.test(href) || /^\/(?![/\\])/.test(href)
}

/** The real host of a link whose label looks like another URL; '' if the label is correct. */
export function hostBeside(href: string, label: string): string {
  if (!URL.canParse(href)) return ''
  const { host, username, password } = new URL(href)
  if (username !== '' || password !== '') return host
  const [, shown] = /^\s*(?:[a-z][a-z+.-]*:\/\/)?([^\s/?#]+\.[^\s/?#.]{2,})/i.exec(label) ?? []
  if (shown === undefined || host === '') return ''
  return (hostOfAddress(`https://${shown}`) || shown.toLowerCase()) === host ? '' : host
}

/** The host of a URL, for display. */
export function hostOfAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

/** The text without bidirectional control characters. */
export function withoutDirection(label: string): string {
  return label.replace(/\p{Bidi_Control}/gu, '')
}
