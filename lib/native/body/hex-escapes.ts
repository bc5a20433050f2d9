/**
 * The bytes of a text in Latin-1, where `escapes` finds what stands for others: for the byte of the two
 * hexadecimal digits in its group, else for none.
 */
export function bytesWithin(latin1: string, escapes: RegExp): Buffer {
  const bytes = latin1.replace(escapes, (_, hex: string | undefined) =>
    hex === undefined ? '' : String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}
