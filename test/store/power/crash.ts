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

  /** The files after a cut here: of what is not synced all, nothing, or any part; a write may be torn. */
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
    const torn = random() < 0.5 ? kept.at(-1) : undefined
    for (const change of kept) {
      content = changed(content, change === torn ? tear(change, random) : change)
    }
    return content
  }
}

function tear(change: ContentChange, random: Random): ContentChange {
  if (change.kind === 'truncate') return change
  return { ...change, bytes: change.bytes.subarray(0, Math.floor(random() * change.bytes.length)) }
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
