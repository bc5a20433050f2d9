import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { tokensOf } from './markdown.js'

const SAMPLE =
  '**Build 1** of `main`, see [the log](https://a.example/1) or https://a.example:\n- a'

/**
 * Has the table of emoji read and the parser compiled while the page waits for the server. The first messages
 * would wait for it 15 ms longer.
 */
export function warmUp(): void {
  emojiOf('tada')
  tokensOf(SAMPLE)
}
