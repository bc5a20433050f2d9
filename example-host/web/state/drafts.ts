const PREFIX = 'eiw-draft-'

/** What was begun in a channel or a thread. */
export function keptDraft(key: string): string {
  return sessionStorage.getItem(PREFIX + key) ?? ''
}

export function keepDraft(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(PREFIX + key)
  else sessionStorage.setItem(PREFIX + key, text)
}

/** Whoever signs in next in this window does not get them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
