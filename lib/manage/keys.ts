import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { IncomingWebhook } from '../model/records.js'
import { KEY_BYTES, keyDigest, keyHint, makeKey } from '../rules/keys.js'
import { firstOf, keysFor, type Secrets } from '../rules/secrets.js'

const ALGORITHM = 'aes-256-gcm'
const LABEL = 'express-incoming-webhooks/key-cipher/1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts keys for the store and decrypts them for those who manage the webhook. */
export interface KeyCipher {
  /**
   * AES-256-GCM as base64url: nonce, tag, ciphertext. Bound to the webhook's id, so that
   * ciphertexts cannot be swapped.
   */
  seal(key: string, webhookId: string): string
  /** Null if none of the secrets has sealed it, or if it belongs to another webhook. */
  open(cipher: string, webhookId: string): string | null
}

/** Encrypts stored keys so that owners can copy the URL again (docs/contract.md, Keys). */
export function createKeyCipher(secrets: Secrets): KeyCipher {
  const keys = keysFor(LABEL, secrets)
  return {
    seal: (key, webhookId) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keys[0], iv).setAAD(Buffer.from(webhookId))
      const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (text, webhookId) => {
      const bytes = Buffer.from(text, 'base64url')
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      if (tag.length !== TAG_BYTES) return null
      return firstOf(keys, (key) => {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
        decipher.setAAD(Buffer.from(webhookId)).setAuthTag(tag)
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

/** A new key, in the three forms that a record stores. */
export function newKey(
  { cipher, random }: { readonly cipher: KeyCipher; readonly random: (size: number) => Uint8Array },
  webhookId: string,
): Pick<IncomingWebhook, 'keyDigest' | 'keyCipher' | 'keyHint'> {
  const key = makeKey(random(KEY_BYTES))
  return {
    keyDigest: keyDigest(key),
    keyCipher: cipher.seal(key, webhookId),
    keyHint: keyHint(key),
  }
}
