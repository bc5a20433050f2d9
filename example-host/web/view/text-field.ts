type Change = (value: string) => void

/** Inserts a text at the cursor. */
export function insert(field: HTMLTextAreaElement, text: string, change: Change): void {
  replace(field, field.selectionStart, field.selectionEnd, text, change)
}

/** Puts marks around the selection. */
export function wrap(field: HTMLTextAreaElement, mark: string, change: Change): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const [open, close] = mark === '[' ? ['[', '](https://)'] : [mark, mark]
  replace(field, start, end, `${open}${value.slice(start, end)}${close}`, change)
  field.setSelectionRange(start + open.length, end + open.length)
}

export function replace(
  field: HTMLTextAreaElement,
  start: number,
  end: number,
  text: string,
  change: Change,
): void {
  field.focus()
  field.setRangeText(text, start, end, 'end')
  change(field.value)
}
