import { StoreInUse } from '../errors.js'
import { type StoreFs, ifThere } from './fs.js'
import { type Lock, lockPath, readOwner, takeLockFile, writeOwner } from './lock-file.js'
import { takeSockets } from './lock-sockets.js'

/*
 * One process at a time has a store open. Its lock must hold as long as the process lives, however
 * long it hangs, and be gone the moment it dies: a start right after `kill -9` waits for nothing. So
 * on Linux the lock consists of sockets, which the kernel closes; `lock.json` only says whose they
 * are. Elsewhere `lock.json` is the lock.
 */

/**
 * Makes this process the only one that has the store open, or throws `StoreInUse`. `directory` is the
 * real path: two names of a directory must lead to one lock.
 */
export async function takeLock(
  fs: StoreFs,
  directory: string,
  platform: string = process.platform,
): Promise<Lock> {
  if (platform !== 'linux') return takeLockFile(fs, directory)
  const path = lockPath(directory)
  const sockets = await takeSockets(directory)
  if (!sockets) throw new StoreInUse(directory, await readOwner(fs, path))
  try {
    await writeOwner(fs, path, 'w')
  } catch (error) {
    await sockets.release()
    throw error
  }
  return {
    release: async () => {
      await ifThere(fs.unlink(path)).catch(() => null)
      await sockets.release()
    },
  }
}
