import { CodeSpans, fenceAt } from '../../text/code-spans.js'

/** Markdown whose pictures are links: whoever wrote it must not make readers' browsers load anything. */
export function linkedPictures(text: string): string {
  if (!text.includes('![')) return text
  const code = new CodeSpans(text)
  const kept: string[] = []
  let from = 0
  let at = fenceAt(text, 0)?.end ?? 0
  while (at < text.length) {
    const c = text.charAt(at)
    if (c === '\n') at = fenceAt(text, at + 1)?.end ?? at + 1
    else if (c === '`') at = code.endOf(at).end
    else if (c === '\\') at += 2
    else {
      if (c === '!' && text.charAt(at + 1) === '[') {
        kept.push(text.slice(from, at))
        from = at + 1
      }
      at += 1
    }
  }
  kept.push(text.slice(from))
  return kept.join('')
}
