import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_MODE, ifThere, nodeFileSystem, syncDirectory } from './store/disk/fs.js'

/** The secret of this store, of at least 32 bytes, generated if there is none. */
export async function keptSecret(dataDir: string) {
  const path = join(dataDir, 'secret')
  const kept = (await ifThere(readFile(path, 'utf8')))?.trim()
  if (kept === undefined) return { secret: await makeSecret(dataDir, path), isNew: true }
  if (Buffer.byteLength(kept) < 32) {
    // A new secret would silently make the URLs of all webhooks unreadable.
    throw new Error(
      `${path} is damaged: expected at least 32 bytes; put the old secret back, or remove the file`,
    )
  }
  return { secret: kept, isNew: false }
}

// Synced and renamed: if a power cut lost the secret, URLs of webhooks could not be shown again.
async function makeSecret(dataDir: string, path: string): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  await writeFile(`${path}.new`, `${secret}\n`, { mode: FILE_MODE, flush: true })
  await rename(`${path}.new`, path)
  await syncDirectory(nodeFileSystem, dataDir)
  return secret
}
