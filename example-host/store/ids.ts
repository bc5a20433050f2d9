import { randomBytes } from 'node:crypto'

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769'
const LENGTH = 26

/** 26 characters of z-base-32, 130 random bits. */
export function createId(): string {
  let id = ''
  for (const byte of randomBytes(LENGTH)) id += ALPHABET.charAt(byte & 31)
  return id
}
