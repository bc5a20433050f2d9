import type { IncomingWebhook } from '../model/records.js'
import { type Cipher, createCipher } from '../host/cipher.js'
import { KEY_BYTES, keyDigest, keyHint, makeKey } from '../rules/keys.js'
import type { Secrets } from '../rules/secrets.js'

const LABEL = 'express-incoming-webhooks/key-cipher/1'

/** Encrypts keys for the store, each bound to the id of its webhook, and reads them for those who manage it. */
export type KeyCipher = Cipher

/** Encrypts stored keys so that owners can copy the URL again (docs/contract.md, Keys). */
export function createKeyCipher(secrets: Secrets): KeyCipher {
  return createCipher(LABEL, secrets)
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
