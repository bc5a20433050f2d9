import { randomBytes } from 'node:crypto'

/** `@channel` and the like notify everyone, so they cannot be usernames. */
const RESERVED = new Set(['channel', 'here', 'all', 'system'])

export function isUsername(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !RESERVED.has(name)
}

/** Checks only the shape of the address. */
export function isEmail(address: string): boolean {
  return /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(address)
}

/** 8 to 72 bytes: bcrypt ignores further bytes. */
export function isPassword(password: string): boolean {
  const bytes = Buffer.byteLength(password)
  return bytes >= 8 && bytes <= 72 && !password.includes('\0')
}

/** 96 random bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
