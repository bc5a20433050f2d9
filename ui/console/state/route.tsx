import { hasModifier } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { config } from '../config.js'
import { leaveFor, nextEntry, thisEntry } from './leaving.js'

/** The page of a URL. */
export type Route =
  | { readonly page: 'list' | 'add' | 'integrations' | 'logging' | 'logs' | 'requests' | 'unknown' }
  | { readonly page: 'connect' | 'workbench'; readonly id: string }
  | { readonly page: 'webhook'; readonly id: string; readonly tab: PartName }
  | { readonly page: 'request'; readonly id: string; readonly requestId: string }

/** A part of a webhook's page, with an address of its own. */
export type PartName = 'requests' | 'incidents' | 'edit'

const CHANGED = 'eiw-address'

/** `path` is relative to the console's base, without a leading slash. */
function routeOf(path: string): Route {
  const [first = '', second = '', third = '', fourth = ''] = path
    .split('/')
    .filter((part) => part !== '')
  if (first === '') return { page: 'list' }
  if (first === 'add' && second === '') return { page: 'add' }
  if (first === 'console' && third === '') {
    return { page: CONSOLE_PAGES.find((page) => page === second) ?? 'unknown' }
  }
  if (first !== 'hooks' || second === '') return { page: 'unknown' }
  const id = decodeURIComponent(second)
  if (third === 'requests' && fourth !== '') {
    return { page: 'request', id, requestId: decodeURIComponent(fourth) }
  }
  if (third === 'connect' || third === 'workbench') return { page: third, id }
  if (third === 'incidents' || third === 'edit') return { page: 'webhook', id, tab: third }
  if (third === '') return { page: 'webhook', id, tab: 'requests' }
  return { page: 'unknown' }
}

/** Those for administrators. */
export const CONSOLE_PAGES = ['integrations', 'requests', 'logging', 'logs'] as const

type Below = '' | '/incidents' | '/edit' | '/connect' | '/workbench'

/** The path of a webhook's page, relative to the base. */
export function hookPath(id: string, rest: Below = ''): string {
  return `hooks/${encodeURIComponent(id)}${rest}`
}

/** The path of the page of one of its requests. */
export function requestPath(hookId: string, id: string): string {
  return `${hookPath(hookId)}/requests/${encodeURIComponent(id)}`
}

let headingWantsFocus = false

/** True once after a page change, when the new heading gets the focus. */
export function takeHeadingFocus(): boolean {
  const wanted = headingWantsFocus
  headingWantsFocus = false
  return wanted
}

/** Goes to a page without reloading. A replaced page is left without a question. */
export function navigate(path: string, options: { readonly replace?: boolean } = {}): void {
  const target = new URL(path, config.base)
  if (options.replace === true) {
    show(target, () => history.replaceState(thisEntry(), '', target))
    return
  }
  leaveFor(target, () => show(target, () => history.pushState(nextEntry(), '', target)))
}

function show(target: URL, change: () => void) {
  if (target.pathname !== location.pathname) headingWantsFocus = true
  change()
  window.dispatchEvent(new Event(CHANGED))
}

/** Like `navigate`, to another part of the same page. The focus does not move. */
export function navigateWithin(path: string): void {
  navigate(path)
  headingWantsFocus = false
}

/** The page of a URL of the console. */
export function routeOfUrl({ pathname }: URL): Route {
  return routeOf(pathname.slice(config.base.pathname.length))
}

/** The current page. */
export function useRoute(): Route {
  return routeOfUrl(useAddress())
}

function useAddress(): URL {
  const [address, setAddress] = useState(location.href)
  // Before the first paint: a change between the first render and a later effect would be missed.
  useLayoutEffect(() => {
    const update = () => setAddress(location.href)
    const moved = () => {
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

/** A query parameter; `''` means absent. Changing it stays on the page and adds no history entry. */
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

/** The same for one of some names. The first is the default. */
export function useChoice<Name extends string>(
  parameter: string,
  names: readonly [Name, ...Name[]],
): readonly [Name, (name: Name) => void] {
  const [text, set] = useParameter(parameter)
  const [usual] = names
  const chosen = names.find((name) => name === text) ?? usual
  return [chosen, (name) => set(name === usual ? '' : name)]
}

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly onFollow?: () => void
  readonly children: ComponentChildren
}

/** A link to a page of the console; `to` is relative to the base. It also works in new windows and tabs. */
export function Link(props: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || hasModifier(event)) return
    event.preventDefault()
    props.onFollow?.()
    navigate(props.to)
  }
  return (
    <a
      class={props.class ?? ''}
      href={props.to === '' ? './' : props.to}
      aria-current={props.current === true ? 'page' : undefined}
      onClick={follow}
    >
      {props.children}
    </a>
  )
}

/** A link to an element of the same page, which gets the focus. */
export function Jump(props: { to: string; class?: string; children: string }) {
  const { to, children } = props
  return (
    <a
      class={props.class}
      // A fragment alone would be resolved against the base URL.
      href={`${location.pathname}${location.search}#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
