const NUMBER = new Intl.NumberFormat()

/** `1,234`, as the reader writes it. */
export function numberText(value: number): string {
  return NUMBER.format(value)
}

/** `7 webhooks`, `1 webhook`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}
