import { join } from 'node:path'
import type { KeptPost, WrittenPost } from '../memory/kept-post.js'
import { isObject, isPost } from '../memory/rows.js'
import { damaged, parseLine, readChecked, writeChecked, type Line } from './checked-file.js'
import { openReader, type FileReader } from './file-reader.js'
import type { StoreFs } from './fs.js'
import { FORMAT_VERSION, refuseNewer } from './version.js'

/*
 * The posts of the snapshot are in the files `posts/000000.json`, `posts/000001.json` … Each is a
 * checked file (see checked-file.ts) with a line for each post.
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
    const line = (count === 0 ? '\n' : ',\n') + json
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
  onPost: (post: WrittenPost) => void,
): Promise<SegmentContent> {
  const path = segmentPath(directory, segment)
  // A crash between the two renames of a write leaves only the `.bak`; the journals hold the rest.
  const main = await openReader(fs, path)
  const reader = main ?? (await openReader(fs, `${path}.bak`))
  if (!reader) throw damaged(path, null, 'the file is missing')
  try {
    const posts = await readPosts(reader, main ? path : `${path}.bak`, segment, onPost)
    const { posts: most, bytes } = SEGMENT_BOUNDS
    return { posts, isFull: posts >= most || reader.size >= bytes }
  } finally {
    await reader.close()
  }
}

interface Progress {
  head: Record<string, unknown> | null
  posts: number
  isEnded: boolean
}

async function readPosts(
  reader: FileReader,
  path: string,
  segment: number,
  onPost: (post: WrittenPost) => void,
): Promise<number> {
  const read: Progress = { head: null, posts: 0, isEnded: false }
  await readChecked(reader, path, (line) => {
    if (!read.head) read.head = parseHead(line, path)
    else if (line.text === ']') read.isEnded = true
    else {
      const post = parseLine(line, path)
      if (read.isEnded || !isPost(post)) throw damaged(path, line.offset, 'not a post')
      read.posts += 1
      onPost({ post, json: line.text })
    }
  })
  if (read.head?.['segment'] !== segment || !read.isEnded) {
    throw damaged(path, null, `not the posts of segment ${segment}`)
  }
  return read.posts
}

function parseHead({ text, offset }: Line, path: string): Record<string, unknown> {
  const head = parseLine({ text: `${text}]}`, offset }, path)
  if (!isObject(head) || !Array.isArray(head['posts'])) {
    throw damaged(path, null, 'not a posts file')
  }
  refuseNewer(head['version'], path)
  return head
}
