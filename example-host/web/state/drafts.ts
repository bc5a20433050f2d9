const PREFIX = 'eiw-draft-'

/** Unsent texts by channel or thread; null if there is none. */
export function keptDraft(key: string): string | null {
  return sessionStorage.getItem(PREFIX + key)
}

export function keepDraft(key: string, text: string): void {
  sessionStorage.setItem(PREFIX + key, text)
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key)
}

/** Cleared, so that the next user of this window does not see them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
