const NAME = 'eiw-token'

/** The token that the host's sign-in page left for this tab, or null: then the host's cookies count. */
export function readToken(): string | null {
  return sessionStorage.getItem(NAME)
}

export function forgetToken(): void {
  sessionStorage.removeItem(NAME)
}
