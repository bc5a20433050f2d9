import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { firstOf, keysFor, type Secrets } from '../rules/secrets.js'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts for the store, and reads them again. */
export interface Cipher {
  /**
   * AES-256-GCM as base64url: nonce, tag, ciphertext. Bound to `context`, such as an id, so that
   * ciphertexts cannot be swapped.
   */
  seal(text: string, context: string): string
  /** Null if none of the secrets has sealed it, or if its context is another one. */
  open(sealed: string, context: string): string | null
}

/** A cipher with a key of its own for each purpose. */
export function createCipher(purpose: string, secrets: Secrets): Cipher {
  const keys = keysFor(purpose, secrets)
  return {
    seal: (text, context) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keys[0], iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (text, context) => {
      const bytes = Buffer.from(text, 'base64url')
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      if (tag.length !== TAG_BYTES) return null
      return firstOf(keys, (key) => {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        try {
          const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8')
          return opened + decipher.final('utf8')
        } catch {
          return null
        }
      })
    },
  }
}
