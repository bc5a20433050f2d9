/** The token of the sign-in. Null if the user is signed out or the host uses cookies. */
export function readToken(): string | null {
  const item = storage().getItem(key())
  const path = metaOf('token-path')
  return item === null || path === '' ? item : tokenIn(item, path.split('.'))
}

export function keepToken(token: string): void {
  storage().setItem(key(), token)
}

export function forgetToken(): void {
  storage().removeItem(key())
}

/** Null for what is not there, so that the page asks to sign in. */
function tokenIn(item: string, path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    parsed(item),
  )
  return typeof found === 'string' && found !== '' ? found : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** That of this tab, unless the page says otherwise. */
function storage(): Storage {
  return metaOf('token-storage') === 'local' ? localStorage : sessionStorage
}

function key(): string {
  return metaOf('token-key') || 'eiw-token'
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
