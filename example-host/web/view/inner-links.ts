import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import { readAddress } from '../state/addresses.js'
import { goTo, showPlace } from '../state/places.js'

const PLACES = new Set(['channel', 'post'])

/** From now on, links to channels and posts of this chat open without loading a new page. */
export function followInnerLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.origin !== location.origin || !PLACES.has(readAddress(link).page)) return
    event.preventDefault()
    goTo(link.pathname + link.search)
  })
  addEventListener('popstate', () => void showPlace())
}
