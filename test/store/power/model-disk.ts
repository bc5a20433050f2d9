import { dirname } from 'node:path'
import type { StoreFile, StoreFs } from '../../../example-host/store/index.js'

/** A file whatever its name, or whether it still has one. */
export type Inode = symbol

/** What was done to the disk, in order. Nothing of it survives a power cut before it has been synced. */
export type Operation =
  | { readonly kind: 'write'; readonly inode: Inode; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly inode: Inode; readonly length: number }
  | { readonly kind: 'sync'; readonly inode: Inode }
  | { readonly kind: 'link'; readonly path: string; readonly inode: Inode }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly inode: Inode }
  | { readonly kind: 'syncNames'; readonly directory: string }

/** A directory is a name whose inode is this. */
export const DIRECTORY: Inode = Symbol('directory')

/** Files by path; null for a directory. */
export type Files = ReadonlyMap<string, Buffer | null>

/** Names, and what is behind them. */
export interface Contents {
  readonly names: ReadonlyMap<string, Inode>
  readonly contents: ReadonlyMap<Inode, Buffer>
}

/** A file system in memory that notes all that is done to it. Linux's rules, none of its generosity. */
export class ModelDisk implements StoreFs {
  readonly operations: Operation[] = []
  /** What was there, durably, before the first operation. */
  readonly start: Contents
  readonly #names = new Map<string, Inode>()
  readonly #contents = new Map<Inode, Buffer>()
  readonly #pause: () => Promise<void>

  /** `pause` is awaited by each call, so that others come in between. */
  constructor(files: Files, pause: () => Promise<void> = () => Promise.resolve()) {
    this.#pause = pause
    for (const [path, bytes] of files) {
      const inode = bytes ? Symbol(path) : DIRECTORY
      this.#names.set(path, inode)
      if (bytes) this.#contents.set(inode, Buffer.from(bytes))
    }
    this.start = { names: new Map(this.#names), contents: new Map(this.#contents) }
  }

  /** What a program sees that is still running. */
  files(): Files {
    return new Map(
      [...this.#names].map(([path, inode]) => [path, this.#contents.get(inode) ?? null]),
    )
  }

  async open(path: string, flags: string): Promise<StoreFile> {
    await this.#pause()
    let inode = this.#names.get(path)
    if (inode === undefined) {
      if (flags.startsWith('r') || !this.#names.has(dirname(path))) throw noEntry(path)
      inode = Symbol(path)
      this.#contents.set(inode, Buffer.alloc(0))
      this.#do({ kind: 'link', path, inode })
    } else if (inode !== DIRECTORY && flags.startsWith('w')) {
      this.#do({ kind: 'truncate', inode, length: 0 })
    }
    return this.#handle(path, inode)
  }

  async readFile(path: string): Promise<Buffer> {
    await this.#pause()
    const bytes = this.#contents.get(this.#names.get(path) ?? DIRECTORY)
    if (!bytes) throw noEntry(path)
    return Buffer.from(bytes)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#pause()
    const inode = this.#names.get(from)
    if (inode === undefined) throw noEntry(from)
    this.#do({ kind: 'rename', from, to, inode })
  }

  async unlink(path: string): Promise<void> {
    await this.#pause()
    if (!this.#names.has(path)) throw noEntry(path)
    this.#do({ kind: 'unlink', path })
  }

  async readdir(path: string): Promise<string[]> {
    await this.#pause()
    return [...this.#names.keys()].flatMap((name) =>
      dirname(name) === path && name !== path ? [name.slice(path.length + 1)] : [],
    )
  }

  async mkdir(path: string): Promise<void> {
    await this.#pause()
    if (this.#names.has(path)) return
    if (!this.#names.has(dirname(path))) await this.mkdir(dirname(path))
    this.#do({ kind: 'link', path, inode: DIRECTORY })
  }

  async chmod(): Promise<void> {
    await this.#pause()
  }

  async realpath(path: string): Promise<string> {
    await this.#pause()
    return path
  }

  #handle(path: string, inode: Inode): StoreFile {
    const sync = async (): Promise<void> => {
      this.#do(
        inode === DIRECTORY ? { kind: 'syncNames', directory: path } : { kind: 'sync', inode },
      )
      await this.#pause()
    }
    return {
      write: async (bytes, offset, length, position) => {
        const part = Buffer.from(bytes.subarray(offset, offset + length))
        this.#do({ kind: 'write', inode, at: position, bytes: part })
        await this.#pause()
        return { bytesWritten: length }
      },
      read: async (bytes, offset, length, position) => {
        await this.#pause()
        const content = this.#contents.get(inode) ?? Buffer.alloc(0)
        const part = content.subarray(position, position + length)
        bytes.set(part, offset)
        return { bytesRead: part.length }
      },
      datasync: sync,
      sync,
      truncate: async (length) => {
        this.#do({ kind: 'truncate', inode, length })
        await this.#pause()
      },
      stat: () => {
        const names = [...this.#names.values()].filter((other) => other === inode)
        return { nlink: names.length, size: this.#contents.get(inode)?.length ?? 0 }
      },
      close: async () => this.#pause(),
    }
  }

  #do(operation: Operation): void {
    this.operations.push(operation)
    changeNames(this.#names, operation)
    if (operation.kind === 'write' || operation.kind === 'truncate') {
      const { inode } = operation
      this.#contents.set(inode, changed(this.#contents.get(inode) ?? Buffer.alloc(0), operation))
    }
  }
}

export function changeNames(names: Map<string, Inode>, operation: Operation): void {
  switch (operation.kind) {
    case 'link':
      names.set(operation.path, operation.inode)
      break
    case 'unlink':
      names.delete(operation.path)
      break
    case 'rename':
      if (names.get(operation.from) === operation.inode) names.delete(operation.from)
      names.set(operation.to, operation.inode)
      break
  }
}

/** The content after a write or a truncation. A gap before a write is zeros. */
export function changed(
  content: Buffer,
  change: Extract<Operation, { kind: 'write' | 'truncate' }>,
): Buffer {
  const length =
    change.kind === 'truncate'
      ? change.length
      : Math.max(content.length, change.at + change.bytes.length)
  const result = Buffer.alloc(length)
  content.copy(result)
  if (change.kind === 'write') change.bytes.copy(result, change.at)
  return result
}

function noEntry(path: string): Error {
  return Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' })
}
