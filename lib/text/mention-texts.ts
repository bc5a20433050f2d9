/** The texts that mention somebody, such as `@bob`, found where they stand in a finished text. */
export class MentionTexts {
  /** By their first two characters; the longest first. */
  readonly #texts = new Map<string, readonly string[]>()

  constructor(texts: Iterable<string>) {
    const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length)
    for (const text of longestFirst) {
      const start = text.slice(0, 2)
      this.#texts.set(start, [...(this.#texts.get(start) ?? []), text])
    }
  }

  /** The mention that begins at this position, or null. A longer name is another name. */
  at(text: string, at: number): string | null {
    const found = this.#texts
      .get(text.slice(at, at + 2))
      ?.find((known) => text.startsWith(known, at) && !nameGoesOn(text, at + known.length))
    return found ?? null
  }
}

function nameGoesOn(text: string, end: number): boolean {
  const next = text.charAt(end)
  const isJoint = next === '.' || next === '-'
  return /\w/.test(isJoint ? text.charAt(end + 1) : next)
}
