/**
 * Which posts are in which segment file. Segments follow one another in the order of the posts, by
 * their places in the timeline; the last one is open and takes what comes.
 *
 * A segment is closed when its file is written with as much as a file should hold, not before: only
 * then is it known how many bytes its posts make. From then on it holds these posts for ever. A post
 * that has been written never leaves its file, also when posts change and the file grows past its
 * bound: state files that are still needed after a crash count on it.
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

  /** Posts that the segment's file must hold. */
  posts(segment: number): number {
    return segment === this.open ? this.#written : this.start(segment + 1) - this.start(segment)
  }

  /** Posts that the files hold, one number for each file. */
  counts(): number[] {
    const counts = this.#starts.map((_, segment) => this.posts(segment))
    return this.#written === 0 ? counts.slice(0, -1) : counts
  }

  /** A post that is new or another: its segment has to be written. */
  noteChange(place: number): void {
    this.#changed.add(this.#segmentOf(place))
  }

  /** The segments to write, rising. */
  changed(): number[] {
    return [...this.#changed].sort((a, b) => a - b)
  }

  markChanged(segment: number, changed: boolean): void {
    if (changed) this.#changed.add(segment)
    else this.#changed.delete(segment)
  }

  /** The open segment is in its file with so many posts. When that is full, the next one is opened. */
  noteOpenWritten(posts: number, isFull: boolean): void {
    this.#written = posts
    if (!isFull) return
    this.#starts.push(this.start(this.open) + posts)
    this.#written = 0
  }

  // Nearly always the open one; changes of older posts are few.
  #segmentOf(place: number): number {
    if (place >= this.start(this.open)) return this.open
    let low = 0
    let high = this.open
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (this.start(middle) <= place) low = middle
      else high = middle
    }
    return low
  }
}
