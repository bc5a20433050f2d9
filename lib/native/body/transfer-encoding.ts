import { bytesWithin } from './hex-escapes.js'

/** A byte, or a line end that is only there because lines are short. */
const QUOTED_PRINTABLE = /=(?:\r?\n|([\da-f]{2}))/gi

/**
 * Decodes a part by its Content-Transfer-Encoding, which forms should not use but e-mail libraries do.
 * With any other encoding, the bytes are unchanged.
 */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return bytesWithin(body.toString('latin1'), QUOTED_PRINTABLE)
    default:
      return body
  }
}
