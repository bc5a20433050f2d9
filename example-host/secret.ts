import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './store/errors.js'

interface KeptSecret {
  /** At least 32 bytes. */
  readonly secret: string
  readonly isNew: boolean
}

/** The secret of this store, generated if there is none. */
export async function keptSecret(dataDir: string): Promise<KeptSecret> {
  const path = join(dataDir, 'secret')
  const kept = await readIfThere(path)
  if (kept === null) return { secret: await makeSecret(dataDir, path), isNew: true }
  if (Buffer.byteLength(kept) < 32) {
    // A new secret would silently make the URLs of all webhooks unreadable.
    throw new Error(
      `${path} is damaged: expected at least 32 bytes; put the old secret back, or remove the file`,
    )
  }
  return { secret: kept, isNew: false }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

// Synced and renamed: if a power cut lost the secret, URLs of webhooks could not be shown again.
async function makeSecret(dataDir: string, path: string): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  const directory = await open(dataDir, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return secret
}
