import { pageConfig } from './page-config.js'
import { parsed, textOf, type Wire, wireOf } from './wire.js'

/** The token of the sign-in. Null if the user is signed out or the host uses cookies. */
export function readToken(): string | null {
  const place = placeOf()
  const item = storageOf(place).getItem(keyOf(place))
  const path = textOf(place, 'path')
  return item === null || path === '' ? item : tokenIn(item, path.split('.'))
}

export function keepToken(token: string): void {
  const place = placeOf()
  storageOf(place).setItem(keyOf(place), token)
}

export function forgetToken(): void {
  const place = placeOf()
  storageOf(place).removeItem(keyOf(place))
}

/** Null for what is not there, so that the page asks to sign in. */
function tokenIn(item: string, path: readonly string[]) {
  const found = path.reduce<unknown>(
    (value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined),
    parsed(item),
  )
  return typeof found === 'string' && found !== '' ? found : null
}

function placeOf(): Wire {
  return wireOf(pageConfig()['token'])
}

/** That of this tab, unless the page says otherwise. */
function storageOf(place: Wire): Storage {
  return place['storage'] === 'local' ? localStorage : sessionStorage
}

function keyOf(place: Wire) {
  return textOf(place, 'key') || 'eiw-token'
}
