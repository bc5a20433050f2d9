import { outsideCode } from '../../text/outside-code.js'

/** Markdown whose pictures are links: whoever wrote it must not make readers' browsers load anything. */
export function linkedPictures(text: string): string {
  if (!text.includes('![')) return text
  return outsideCode(text, (part) => part.replaceAll(/(?<!\\)!\[/g, '['))
}
