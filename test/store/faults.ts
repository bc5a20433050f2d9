import { nodeFileSystem, type StoreFile, type StoreFs } from '../../example-host/store/index.js'

export type FileCall = 'open' | 'write' | 'datasync' | 'sync' | 'truncate' | 'rename' | 'unlink'

/**
 * Decides about each call to the disk: nothing lets it pass, an error is thrown instead of it, and a
 * number makes a write stop after so many bytes and report them.
 */
export type Fault = (
  call: FileCall,
  path: string,
) => Error | number | undefined | Promise<Error | undefined>

/** The real file system with faults. */
export function faultyFs(fault: Fault): StoreFs {
  const check = async (call: FileCall, path: string): Promise<number | undefined> => {
    const result = await fault(call, path)
    if (result instanceof Error) throw result
    return result
  }
  return {
    ...nodeFileSystem,
    open: async (path, flags, mode) => {
      await check('open', path)
      return faultyFile(await nodeFileSystem.open(path, flags, mode), path, check)
    },
    rename: async (from, to) => {
      await check('rename', to)
      await nodeFileSystem.rename(from, to)
    },
    unlink: async (path) => {
      await check('unlink', path)
      await nodeFileSystem.unlink(path)
    },
  }
}

function faultyFile(
  file: StoreFile,
  path: string,
  check: (call: FileCall, path: string) => Promise<number | undefined>,
): StoreFile {
  return {
    write: async (bytes, offset, length, position) => {
      const short = await check('write', path)
      return file.write(bytes, offset, Math.min(length, short ?? length), position)
    },
    read: async (...args) => file.read(...args),
    datasync: async () => {
      await check('datasync', path)
      await file.datasync()
    },
    sync: async () => {
      await check('sync', path)
      await file.sync()
    },
    truncate: async (length) => {
      await check('truncate', path)
      await file.truncate(length)
    },
    stat: () => file.stat(),
    close: async () => file.close(),
  }
}

export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}

/** The real file system without syncs: for tests that crash nothing and open many stores. */
export const unsyncedFs: StoreFs = {
  ...nodeFileSystem,
  open: async (path, flags, mode) => {
    const file = await nodeFileSystem.open(path, flags, mode)
    return {
      write: async (...args) => file.write(...args),
      read: async (...args) => file.read(...args),
      datasync: async () => undefined,
      sync: async () => undefined,
      truncate: async (length) => file.truncate(length),
      stat: () => file.stat(),
      close: async () => file.close(),
    }
  },
}
