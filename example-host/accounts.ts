import { randomBytes } from 'node:crypto'

/** `@channel` and the like call everybody: nobody may be named so. */
const RESERVED = new Set(['channel', 'here', 'all', 'system'])

export function isUsername(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !RESERVED.has(name)
}

/** The shape only; whether anybody reads mail there is not known. */
export function isEmail(address: string): boolean {
  return /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(address)
}

/** 8 to 72 bytes: bcrypt looks at no more. */
export function isPassword(password: string): boolean {
  const bytes = Buffer.byteLength(password)
  return bytes >= 8 && bytes <= 72 && !password.includes('\0')
}

/** 96 random bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
