const KEY = 'eiw-token'

/** The token of this tab's session. Null if the user is signed out or the host uses cookies. */
export function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
}
