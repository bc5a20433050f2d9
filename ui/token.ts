/** The token of the sign-in. Null if the user is signed out or the host uses cookies. */
export function readToken(): string | null {
  return storage().getItem(key())
}

export function keepToken(token: string): void {
  storage().setItem(key(), token)
}

export function forgetToken(): void {
  storage().removeItem(key())
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
