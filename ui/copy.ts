/** What readers are told where the browser forbids copying; the text is marked for them. */
export const COPY_BY_HAND = 'Press Ctrl+C'

/** Whether the text is in the clipboard now. Browsers forbid that on pages without TLS, for example. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Marks the text of an element, so that the reader can copy it. */
export function selectTextOf(element: Element | null): void {
  if (element instanceof HTMLInputElement) element.select()
  else if (element) getSelection()?.selectAllChildren(element)
}
