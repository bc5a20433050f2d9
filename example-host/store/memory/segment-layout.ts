import { firstAbove } from './sorted.js'

/**
 * Which posts are in which segment file, and which files have to be written. Each segment holds the
 * posts of a range of places in the timeline. The last segment is open: new posts belong to it.
 *
 * A segment is closed when its file has been written with as much as a file should hold. It cannot be
 * closed earlier: how many bytes its posts make is known only then. From then on it holds these posts
 * for ever, even if they change and the file grows past its bound: the state file, and its `.bak`, say
 * how many posts each file holds.
 */
export class SegmentLayout {
  /** Place of the first post of each segment; the last segment is the open one. */
  readonly #starts = [0]
  readonly #changed = new Set<number>()
  /** Posts of the open segment that are in its file. */
  #written = 0

  /** The number of the open segment. */
  get open(): number {
    return this.#starts.length - 1
  }

  /** The place of a segment's first post. */
  start(segment: number): number {
    return this.#starts[segment] ?? 0
  }

  /** Posts that the segment's file holds, or must hold when it is written again. */
  posts(segment: number): number {
    return segment === this.open ? this.#written : this.start(segment + 1) - this.start(segment)
  }

  /** Posts that the files hold, one number for each file. */
  counts(): number[] {
    const counts = this.#starts.map((_, segment) => this.posts(segment))
    return this.#written === 0 ? counts.slice(0, -1) : counts
  }

  /**
   * A post has changed: its segment has to be written. New posts are not noted, because their places are beyond
   * those that the files hold. They would mark the segment that is being filled, which was then written twice.
   */
  noteChange(place: number): void {
    this.#changed.add(firstAbove(this.#starts, place, (start) => start) - 1)
  }

  /** The segments that have to be written, rising. */
  changed(): number[] {
    return [...this.#changed].sort((a, b) => a - b)
  }

  markChanged(segment: number, changed: boolean): void {
    if (changed) this.#changed.add(segment)
    else this.#changed.delete(segment)
  }

  /** The file of the open segment holds so many posts now. If it is full, the next segment is opened. */
  noteOpenWritten(posts: number, isFull: boolean): void {
    this.#written = posts
    if (!isFull) return
    this.#starts.push(this.start(this.open) + posts)
    this.#written = 0
  }
}
