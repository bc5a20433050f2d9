import {
  appendFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIRECTORY_MODE, FILE_MODE, ifThere } from '../disk/fs.js'

/** When a file is followed by another one. */
export interface LineLimits {
  readonly lines?: number
  readonly bytes?: number
}

const HOUR = 3_600_000
/** Bytes within which the first line has its `time`. */
const HEAD = 4_096

/** What becomes of a line; null: it is deleted. */
export type LineChange = (line: string) => string | null

interface State {
  lines: number
  bytes: number
  /** Whether the last line was written whole. */
  isWhole: boolean
}

/**
 * Lines that are appended, and never waited for: they outlive the process, but perhaps not the machine. When
 * the file is full it becomes the earlier one, and the one before is deleted: so at least the last lines
 * within the limits are kept, and nothing is written twice unless lines change. One thing is done at a time.
 */
export class LineFile {
  readonly path: string
  /** Null before the first look, which is at the first line that is appended. */
  #state: State | null = null
  #work: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  get #earlier(): string {
    return `${this.path}.earlier`
  }

  /** The older file first. */
  get #paths(): readonly string[] {
    return [this.#earlier, this.path]
  }

  /** `lines` are without line ends. */
  append(lines: readonly string[], limits: LineLimits): Promise<void> {
    return this.#inTurn(() => this.#append(lines, limits))
  }

  /** The oldest first; a line that was not written whole is among them. */
  read(): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const texts = await Promise.all(this.#paths.map((path) => ifThere(readFile(path, 'utf8'))))
      return texts.flatMap((text) => linesIn(text ?? ''))
    })
  }

  /** Writes the files again whose lines change. */
  change(change: LineChange): Promise<void> {
    return this.#inTurn(async () => {
      for (const path of this.#paths) await this.#changeFile(path, change)
    })
  }

  async #changeFile(path: string, change: LineChange) {
    const before = linesIn((await ifThere(readFile(path, 'utf8'))) ?? '')
    const after = before.map(change)
    if (before.every((line, index) => line === after[index])) return
    const kept = after.filter((line) => line !== null)
    if (path === this.path) this.#state = null
    if (kept.length === 0) return rm(path, { force: true })
    const { mtime = new Date() } = (await ifThere(stat(path))) ?? {}
    // Its time says when it was last appended to.
    await writeFile(`${path}.tmp`, `${kept.join('\n')}\n`, { mode: FILE_MODE })
    await utimes(`${path}.tmp`, mtime, mtime)
    await rename(`${path}.tmp`, path)
  }

  async #append(
    lines: readonly string[],
    { lines: most = Infinity, bytes = Infinity }: LineLimits,
  ) {
    const state = (this.#state ??= await this.#look())
    if (state.lines >= most || state.bytes >= bytes) {
      await rename(this.path, this.#earlier)
      Object.assign(state, { lines: 0, bytes: 0, isWhole: true })
    }
    const text = Buffer.from(`${state.isWhole ? '' : '\n'}${lines.join('\n')}\n`)
    const isNew = state.bytes === 0
    // Half of it may be there if this fails.
    state.isWhole = false
    if (isNew) await mkdir(dirname(this.path), { recursive: true, mode: DIRECTORY_MODE })
    await appendFile(this.path, text, { mode: FILE_MODE })
    state.lines += lines.length
    state.bytes += text.length
    state.isWhole = true
  }

  /** When the last line was appended, and the bytes of both files. Null: there is none. */
  async size(): Promise<{ readonly at: number; readonly bytes: number } | null> {
    const found = await Promise.all(this.#paths.map((path) => ifThere(stat(path))))
    const files = found.filter((file) => file !== null)
    if (files.length === 0) return null
    return {
      at: Math.max(...files.map(({ mtimeMs }) => mtimeMs)),
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    }
  }

  /**
   * Deletes files that were written to for the last time before then, and of the others, which would be
   * written again each minute, the lines with an earlier `time` once the first is an hour too old.
   */
  deleteBefore(time: number): Promise<void> {
    return this.#inTurn(async () => {
      for (const path of this.#paths) {
        // What a crash has left.
        await rm(`${path}.tmp`, { force: true })
        const found = await ifThere(stat(path))
        if (!found) continue
        if (found.mtimeMs < time) {
          await rm(path, { force: true })
          if (path === this.path) this.#state = null
        } else if (timeOf(await headOf(path)) < time - HOUR) {
          await this.#changeFile(path, (line) => (timeOf(line) < time ? null : line))
        }
      }
    })
  }

  async delete(): Promise<void> {
    await this.deleteBefore(Infinity)
  }

  #inTurn<Result>(work: () => Promise<Result>) {
    const done = this.#work.then(work)
    this.#work = done.catch(() => undefined)
    return done
  }

  async #look(): Promise<State> {
    const text = (await ifThere(readFile(this.path, 'utf8'))) ?? ''
    return {
      lines: text.split('\n').length - 1,
      bytes: Buffer.byteLength(text),
      isWhole: text === '' || text.endsWith('\n'),
    }
  }
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** NaN for a line without a time. */
function timeOf(line: string) {
  return Number(/"time":(\d{1,15})/.exec(line)?.[1])
}

async function headOf(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
