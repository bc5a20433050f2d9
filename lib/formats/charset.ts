import { WebhookError } from '../model/errors.js'

export function isUtf8(charset: string): boolean {
  return charset === '' || charset === 'utf-8' || charset === 'utf8'
}

/** The text that these bytes are in a charset; invalid bytes become U+FFFD. Throws for an unknown charset. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  if (isUtf8(charset)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  }
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch (cause) {
    throw new WebhookError('unsupported_encoding', { detail: 'unknown charset', cause })
  }
}
