import { join } from 'node:path'
import type { KeptPost, OutlinedPost } from '../memory/kept-post.js'
import { damaged, readCheckedFile, writeChecked } from './checked-file.js'
import type { StoreFs } from './fs.js'
import { indexLine } from './post-index.js'
import { SegmentReader } from './segment-reader.js'
import { FORMAT_VERSION } from './version.js'

/*
 * The posts of the snapshot are in the files `posts/000000.json`, `posts/000001.json` … Each is a
 * checked file (see checked-file.ts) with two lines for each post: its index (see post-index.ts), and
 * itself. Before format 5 there were no indexes.
 */

export const SEGMENTS_DIRECTORY = 'posts'

/** A segment is full with so many posts, or with the post that takes it to so many bytes. */
export interface SegmentBounds {
  readonly posts: number
  readonly bytes: number
}

/** A change of one post writes its whole segment again, which bounds its size. */
export const SEGMENT_BOUNDS: SegmentBounds = { posts: 1_000, bytes: 16 * 1024 * 1024 }

export function segmentPath(directory: string, segment: number): string {
  return join(directory, SEGMENTS_DIRECTORY, `${String(segment).padStart(6, '0')}.json`)
}

export interface SegmentToWrite {
  readonly segment: number
  /** The posts from the segment's first on. For the open segment all later ones, as many as fit. */
  readonly posts: Iterable<Pick<KeptPost, 'json'>>
  /** Posts that the segment holds already, whatever their size; they stay in it. */
  readonly atLeast: number
  readonly bounds: SegmentBounds
}

export interface SegmentContent {
  readonly posts: number
  readonly isFull: boolean
}

export interface ReadSegment extends SegmentContent {
  /** The format of the file. */
  readonly version: number
}

export async function writeSegment(
  fs: StoreFs,
  directory: string,
  wanted: SegmentToWrite,
): Promise<SegmentContent> {
  let content: SegmentContent = { posts: 0, isFull: false }
  const lines = linesOf(wanted, (written) => {
    content = written
  })
  await writeChecked(fs, segmentPath(directory, wanted.segment), lines)
  return content
}

function* linesOf(
  { segment, posts, atLeast, bounds }: SegmentToWrite,
  onWritten: (content: SegmentContent) => void,
): Generator<string> {
  yield `{"version":${FORMAT_VERSION},"segment":${segment},"posts":[`
  let count = 0
  let bytes = 0
  let isFull = false
  for (const { json } of posts) {
    const line = `${count === 0 ? '' : ','}\n${indexLine(json)},\n${json}`
    count += 1
    bytes += Buffer.byteLength(line)
    yield line
    isFull = count >= bounds.posts || bytes >= bounds.bytes
    if (isFull && count >= atLeast) break
  }
  yield '\n]'
  onWritten({ posts: count, isFull })
}

/** Passes the posts of a segment on, in order. */
export async function readSegment(
  fs: StoreFs,
  directory: string,
  segment: number,
  onPost: (post: OutlinedPost) => void,
): Promise<ReadSegment> {
  const path = segmentPath(directory, segment)
  // A crash between the two renames of a write leaves only the `.bak`; the journals hold the rest.
  for (const found of [path, `${path}.bak`]) {
    const lines = new SegmentReader(found, onPost)
    const size = await readCheckedFile(fs, found, lines.take)
    if (size === null) continue
    const read = lines.end(segment)
    const { posts: most, bytes } = SEGMENT_BOUNDS
    return { ...read, isFull: read.posts >= most || size >= bytes }
  }
  throw damaged(path, null, 'the file is missing')
}
