import { useLayoutEffect } from 'preact/hooks'

/** Adjusts the height of a field to its text. */
export function useHeight(
  field: { readonly current: HTMLTextAreaElement | null },
  text: string,
): void {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [field, text])
}
