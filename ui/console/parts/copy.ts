import { COPY_BY_HAND, copyText } from 'express-incoming-webhooks-ui/copy'
import { toast } from '../state/toasts.js'

/** Copies and shows a toast. If the browser forbids it, `select` selects the text for the keyboard. */
export async function copyAndSay(
  text: string,
  said: string,
  select: () => void = () => undefined,
): Promise<boolean> {
  const copied = await copyText(text)
  if (!copied) select()
  sayCopied(copied, said)
  return copied
}

export function sayCopied(copied: boolean, said: string): void {
  toast(copied ? said : COPY_BY_HAND)
}
