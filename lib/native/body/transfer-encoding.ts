import { hexDigit } from '../../text/hex.js'

const LF = 0x0a
const CR = 0x0d
const EQUALS = 0x3d

/**
 * Decodes a part by its Content-Transfer-Encoding, which forms should not use but e-mail libraries do.
 * With any other encoding, the bytes are unchanged.
 */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return decodeQuotedPrintable(body)
    default:
      return body
  }
}

function decodeQuotedPrintable(body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length)
  let length = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    const first = body[at + 1] ?? 0
    const second = body[at + 2] ?? 0
    if (byte === EQUALS && first === LF) at += 1
    else if (byte === EQUALS && first === CR && second === LF) at += 2
    else {
      const high = byte === EQUALS ? hexDigit(first) : -1
      const low = high === -1 ? -1 : hexDigit(second)
      if (low !== -1) at += 2
      bytes[length] = low === -1 ? byte : high * 16 + low
      length += 1
    }
  }
  return bytes.subarray(0, length)
}
