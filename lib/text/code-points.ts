// V8 knows without reading it that a text of Latin-1 has none.
const SURROGATE = /[\ud800-\udfff]/

/** Whether a code point of the text may take two positions. */
export function hasPairs(text: string): boolean {
  return SURROGATE.test(text)
}

/** The position `count` code points after `at`, or the end. Never inside a surrogate pair. */
export function advance(text: string, at: number, count: number): number {
  let end = at
  for (let n = 0; n < count && end < text.length; n += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end
}

/** The first so many code points. */
export function beginning(text: string, most: number): string {
  return text.slice(0, advance(text, 0, most))
}

/** The length in code points, so that a surrogate pair counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length
  if (!hasPairs(text)) return count
  for (let i = 0; i < text.length - 1; i += 1) {
    const code = text.charCodeAt(i)
    if (code >= 0xd800 && code <= 0xdbff) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) count -= 1
    }
  }
  return count
}
