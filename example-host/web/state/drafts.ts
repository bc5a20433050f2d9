const PREFIX = 'eiw-draft-'

/** Unsent texts by channel or thread. */
export function keptDraft(key: string): string {
  return sessionStorage.getItem(PREFIX + key) ?? ''
}

export function keepDraft(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(PREFIX + key)
  else sessionStorage.setItem(PREFIX + key, text)
}

/** Cleared, so that the next user of this window does not see them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
