const KEY = 'eiw-token'

/** The token of this tab's session, or null: then nobody is signed in, or the host's cookies count. */
export function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
}
