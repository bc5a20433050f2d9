import { pageConfig } from './page-config.js'
import { parsed, textOf, wireOf } from './wire.js'

/** The token of the sign-in. Null if the user is signed out or the host uses cookies. */
export function readToken(): string | null {
  const { storage, key, path } = placeOf()
  const item = storage.getItem(key)
  return item === null || path === '' ? item : tokenIn(item, path.split('.'))
}

export function keepToken(token: string): void {
  const { storage, key } = placeOf()
  storage.setItem(key, token)
}

export function forgetToken(): void {
  const { storage, key } = placeOf()
  storage.removeItem(key)
}

/** Null for what is not there, so that the page asks to sign in. */
function tokenIn(item: string, path: readonly string[]) {
  const found = path.reduce<unknown>(
    (value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined),
    parsed(item),
  )
  return typeof found === 'string' && found !== '' ? found : null
}

/** Where it is: in this tab, unless the page says otherwise. */
function placeOf() {
  const given = wireOf(pageConfig()['token'])
  return {
    storage: given['storage'] === 'local' ? localStorage : sessionStorage,
    key: textOf(given, 'key') || 'eiw-token',
    path: textOf(given, 'path'),
  }
}
