import { toast } from '../state/toasts.js'

/** Copies and shows a toast. If the browser forbids it, `select` selects the text for the keyboard. */
export async function copyText(
  text: string,
  said: string,
  select: () => void = () => undefined,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    select()
    toast('Press Ctrl+C')
    return false
  }
  toast(said)
  return true
}
