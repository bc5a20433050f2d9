import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIRECTORY_MODE, FILE_MODE, ifThere } from '../disk/fs.js'

/** When a file is followed by another one. */
export interface LineLimits {
  readonly lines?: number
  readonly bytes?: number
}

interface State {
  lines: number
  bytes: number
  /** Whether the last line was written whole. */
  isWhole: boolean
}

/**
 * Lines that are appended, and never waited for: they outlive the process, but perhaps not the machine. When
 * the file is full it becomes the earlier one, and the one before is deleted: so at least the last lines
 * within the limits are kept, and nothing is ever written twice.
 */
export class LineFile {
  readonly path: string
  /** Null before the first look, which is at the first line that is appended. */
  #state: State | null = null

  constructor(path: string) {
    this.path = path
  }

  get #earlier(): string {
    return `${this.path}.earlier`
  }

  /** `lines` are without line ends. */
  async append(
    lines: readonly string[],
    { lines: most = Infinity, bytes = Infinity }: LineLimits,
  ): Promise<void> {
    const state = (this.#state ??= await this.#look())
    if (state.lines >= most || state.bytes >= bytes) {
      await rename(this.path, this.#earlier)
      Object.assign(state, { lines: 0, bytes: 0, isWhole: true })
    }
    const text = `${state.isWhole ? '' : '\n'}${lines.join('\n')}\n`
    const isNew = state.bytes === 0
    // Half of it may be there if this fails.
    state.isWhole = false
    if (isNew) await mkdir(dirname(this.path), { recursive: true, mode: DIRECTORY_MODE })
    await appendFile(this.path, text, { mode: FILE_MODE })
    state.lines += lines.length
    state.bytes += Buffer.byteLength(text)
    state.isWhole = true
  }

  /** The oldest first; a line that was not written whole is among them. */
  async read(): Promise<readonly string[]> {
    const texts = await Promise.all(
      [this.#earlier, this.path].map((path) => ifThere(readFile(path, 'utf8'))),
    )
    return texts.flatMap((text) => (text ?? '').split('\n')).filter((line) => line !== '')
  }

  /** When the last line was appended, and the bytes of both files. Null: there is none. */
  async size(): Promise<{ readonly at: number; readonly bytes: number } | null> {
    const found = await Promise.all([this.path, this.#earlier].map((path) => ifThere(stat(path))))
    const files = found.filter((file) => file !== null)
    if (files.length === 0) return null
    return {
      at: Math.max(...files.map(({ mtimeMs }) => mtimeMs)),
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    }
  }

  /** Deletes what has been written to for the last time before then. */
  async deleteBefore(time: number): Promise<void> {
    for (const path of [this.#earlier, this.path]) {
      const found = await ifThere(stat(path))
      if (!found || found.mtimeMs >= time) continue
      await rm(path, { force: true })
      if (path === this.path) this.#state = null
    }
  }

  async delete(): Promise<void> {
    await this.deleteBefore(Infinity)
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
