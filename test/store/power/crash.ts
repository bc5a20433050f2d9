import { dirname } from 'node:path'
import {
  changed,
  changeNames,
  type Contents,
  DIRECTORY,
  type Files,
  type Inode,
  type Operation,
} from './model-disk.js'

/** A number of [0, 1), the next of a series that its seed determines. */
export type Random = () => number

type Write = Extract<Operation, { kind: 'write' }>
type ContentChange = Extract<Operation, { kind: 'write' | 'truncate' }>

/** What a power cut may leave: what has been synced, and any of what has not. */
export class PowerCut {
  readonly #names: Map<string, Inode>
  readonly #contents: Map<Inode, Buffer>
  /** By the directory whose sync makes them durable, and by file. */
  readonly #pendingNames = new Map<string, Operation[]>()
  readonly #pendingContents = new Map<Inode, ContentChange[]>()

  constructor({ names, contents }: Contents) {
    this.#names = new Map(names)
    this.#contents = new Map(contents)
  }

  /** Goes one operation further. */
  advance(operation: Operation): void {
    switch (operation.kind) {
      case 'write':
      case 'truncate':
        pendingOf(this.#pendingContents, operation.inode).push(operation)
        break
      case 'sync': {
        let content = this.#contents.get(operation.inode) ?? Buffer.alloc(0)
        for (const change of this.#pendingContents.get(operation.inode) ?? []) {
          content = changed(content, change)
        }
        this.#contents.set(operation.inode, content)
        this.#pendingContents.delete(operation.inode)
        break
      }
      case 'syncNames':
        for (const change of this.#pendingNames.get(operation.directory) ?? []) {
          changeNames(this.#names, change)
        }
        this.#pendingNames.delete(operation.directory)
        break
      default:
        pendingOf(this.#pendingNames, directoryOf(operation)).push(operation)
    }
  }

  /**
   * The files after a cut here: of what is not synced all, nothing, or any part. Of a write there may
   * be its beginning only, or any of its pages with zeros in the place of the others: a file system
   * may set the size of the file first, and write the pages in any order.
   */
  outcome(random: Random): Files {
    const share = [0, 1, 0.5][Math.floor(random() * 3)] ?? 0.5
    const isKept = (): boolean => random() < share
    const names = new Map(this.#names)
    for (const changes of this.#pendingNames.values()) {
      for (const change of changes) if (isKept()) changeNames(names, change)
    }
    const files = new Map<string, Buffer | null>()
    const contents = new Map<Inode, Buffer>()
    for (const [path, inode] of names) {
      if (!hasParents(path, names)) continue
      if (inode === DIRECTORY) files.set(path, null)
      else {
        const content = contents.get(inode) ?? this.#contentAfter(inode, isKept, random)
        contents.set(inode, content)
        files.set(path, content)
      }
    }
    return files
  }

  #contentAfter(inode: Inode, isKept: () => boolean, random: Random): Buffer {
    let content = this.#contents.get(inode) ?? Buffer.alloc(0)
    const kept = (this.#pendingContents.get(inode) ?? []).filter(isKept)
    for (const change of kept) {
      if (change.kind === 'write' && random() < 0.5) content = tear(content, change, random)
      else content = changed(content, change)
    }
    return content
  }
}

/** Bytes of a page, and of the sectors of a disk that keeps no pages together. */
const PAGES = [4_096, 512, 64]

function tear(content: Buffer, change: Write, random: Random): Buffer {
  if (random() < 0.3) {
    const bytes = change.bytes.subarray(0, Math.floor(random() * change.bytes.length))
    return changed(content, { ...change, bytes })
  }
  const page = PAGES[Math.floor(random() * PAGES.length)] ?? 4_096
  const share = [0.1, 0.5, 0.9][Math.floor(random() * 3)] ?? 0.5
  const { at, bytes } = change
  const length = Math.max(content.length, at + bytes.length)
  let result = changed(content, { kind: 'truncate', inode: change.inode, length })
  for (let start = at; start < at + bytes.length;) {
    const end = Math.min(at + bytes.length, (Math.floor(start / page) + 1) * page)
    const part = bytes.subarray(start - at, end - at)
    if (random() < share) result = changed(result, { ...change, at: start, bytes: part })
    start = end
  }
  return result
}

function directoryOf(
  operation: Extract<Operation, { kind: 'link' | 'unlink' | 'rename' }>,
): string {
  return dirname(operation.kind === 'rename' ? operation.to : operation.path)
}

function hasParents(path: string, names: ReadonlyMap<string, Inode>): boolean {
  const parent = dirname(path)
  return parent === path || (names.get(parent) === DIRECTORY && hasParents(parent, names))
}

function pendingOf<K, V>(pending: Map<K, V[]>, key: K): V[] {
  const list = pending.get(key) ?? []
  pending.set(key, list)
  return list
}

/** Numbers that depend on the seed alone. */
export function seeded(seed: number): Random {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}
