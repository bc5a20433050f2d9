/** A table in Markdown; the formatter aligns its columns. */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)]
}

export function code(text: string): string {
  return `\`${text}\``
}

/** `a`, `b` and `c`. */
export function listed(texts: readonly string[], type: 'and' | 'or'): string {
  const kind = type === 'and' ? 'conjunction' : 'disjunction'
  // The list of British English has no comma before its last word.
  return new Intl.ListFormat('en-GB', { type: kind }).format(texts)
}

/** 2,048. */
export function figure(value: number): string {
  return value.toLocaleString('en-US')
}
