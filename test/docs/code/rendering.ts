import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const RENDERING: ShownCode = {
  document: 'docs/rendering.md',
  blocks: blocksOf(page('rendering.md'), 'ts'),
  count: 2,
  preamble: `
interface Row { message: string | null; props: object | string | null; userName: string; userPicture: string }
declare const db: { messagesOf(roomId: number): Promise<readonly Row[]> }
declare const roomId: number
declare function show(line: { name: string; picture: string; isBot: boolean; text: string }): void
declare function showPlain(text: string): void
declare function showMarkdown(markdown: string): void
`,
}
