import { useEffect, useState } from 'preact/hooks'
import { config } from '../config.js'

/** Which page an address means. */
export type Route =
  | { readonly page: 'list' | 'add' | 'integrations' | 'logging' | 'logs' | 'unknown' }
  | { readonly page: 'connect'; readonly id: string }
  | { readonly page: 'webhook'; readonly id: string; readonly tab: 'requests' | 'edit' }

const CHANGED = 'eiw-address'

/** `path` is below the console's base, without a leading slash. */
export function routeOf(path: string): Route {
  const [first = '', second = '', third = ''] = path.split('/').filter((part) => part !== '')
  if (first === '') return { page: 'list' }
  if (first === 'add' && second === '') return { page: 'add' }
  if (first === 'console' && third === '') return consoleRoute(second)
  if (first !== 'hooks' || second === '') return { page: 'unknown' }
  const id = decodeURIComponent(second)
  if (third === 'connect') return { page: 'connect', id }
  if (third === '' || third === 'edit') return { page: 'webhook', id, tab: third || 'requests' }
  return { page: 'unknown' }
}

function consoleRoute(name: string): Route {
  if (name === 'integrations' || name === 'logging' || name === 'logs') return { page: name }
  return { page: 'unknown' }
}

/** The address of a page of a webhook, below the base. */
export function hookPath(id: string, rest: '' | '/edit' | '/connect' = ''): string {
  return `hooks/${encodeURIComponent(id)}${rest}`
}

let headingWantsFocus = false

/** True once after the page has changed: then the new heading takes the focus. */
export function takeHeadingFocus(): boolean {
  const wanted = headingWantsFocus
  headingWantsFocus = false
  return wanted
}

/** Goes to a page below the base without loading it anew. */
export function navigate(path: string, options: { readonly replace?: boolean } = {}): void {
  const target = new URL(path, config.base)
  if (target.pathname !== location.pathname) headingWantsFocus = true
  if (options.replace === true) history.replaceState(null, '', target)
  else history.pushState(null, '', target)
  window.dispatchEvent(new Event(CHANGED))
}

/** As `navigate`, to another part of the same page: the focus stays where it is. */
export function navigateWithin(path: string): void {
  navigate(path)
  headingWantsFocus = false
}

/** The page of the address, as it changes. */
export function useRoute(): Route {
  return routeOf(useAddress().pathname.slice(config.base.pathname.length))
}

function useAddress(): URL {
  const [address, setAddress] = useState(location.href)
  useEffect(() => {
    const update = (): void => {
      setAddress(location.href)
    }
    const moved = (): void => {
      headingWantsFocus = true
      update()
    }
    window.addEventListener('popstate', moved)
    window.addEventListener(CHANGED, update)
    return () => {
      window.removeEventListener('popstate', moved)
      window.removeEventListener(CHANGED, update)
    }
  }, [])
  return new URL(address)
}

/** A parameter of the address; `''` is absent. Changing it keeps the page and its place in the history. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const value = useAddress().searchParams.get(name) ?? ''
  return [
    value,
    (next) => {
      const url = new URL(location.href)
      if (next === '') url.searchParams.delete(name)
      else url.searchParams.set(name, next)
      navigate(url.href, { replace: true })
    },
  ]
}
