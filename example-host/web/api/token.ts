/** Shared with the management console. */
const KEY = 'eiw-token'

let token: string | null = null

export function currentToken(): string | null {
  token ??= sessionStorage.getItem(KEY)
  return token
}

export function keepToken(value: string): void {
  token = value
  sessionStorage.setItem(KEY, value)
}

export function forgetToken(): void {
  token = null
  sessionStorage.removeItem(KEY)
}
