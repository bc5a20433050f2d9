import { join } from 'node:path'
import type { OutlinedPost, PostOutline } from '../memory/kept-post.js'
import { type IndexedPost, parseIndex } from '../memory/post-index.js'
import { isObject, isPost } from '../memory/rows.js'
import {
  damaged,
  FORMAT_VERSION,
  INDEXED_SINCE,
  type Line,
  parseLine,
  readCheckedFile,
  refuseNewer,
  writeChecked,
} from './checked-file.js'
import type { StoreFs } from './fs.js'

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

interface SegmentToWrite {
  readonly segment: number
  /** The posts from the segment's first on. For the open segment all later ones, as many as fit. */
  readonly posts: Iterable<IndexedPost>
  /** Posts that the segment holds already, whatever their size; they stay in it. */
  readonly atLeast: number
  readonly bounds: SegmentBounds
}

/** Returns how many posts the file holds, and whether it is full. */
export async function writeSegment(
  fs: StoreFs,
  directory: string,
  { segment, posts, atLeast, bounds }: SegmentToWrite,
) {
  let count = 0
  let bytes = 0
  let isFull = false
  function* texts(): Generator<string> {
    yield `{"version":${FORMAT_VERSION},"segment":${segment},"posts":[`
    for (const { index, json } of posts) {
      const before = `${count === 0 ? '' : ','}\n${index},\n`
      count += 1
      bytes += Buffer.byteLength(before) + Buffer.byteLength(json)
      yield before
      yield json
      isFull = count >= bounds.posts || bytes >= bounds.bytes
      if (isFull && count >= atLeast) break
    }
    yield '\n]'
  }
  await writeChecked(fs, segmentPath(directory, segment), texts())
  return { posts: count, isFull }
}

/** Passes the posts of a segment on, in order. Returns their number and the format of the file, too. */
export async function readSegment(
  fs: StoreFs,
  directory: string,
  segment: number,
  onPost: (post: OutlinedPost) => void,
) {
  const path = segmentPath(directory, segment)
  // A crash between the two renames of a write leaves only the `.bak`; the journals hold the rest.
  for (const found of [path, `${path}.bak`]) {
    const { take, end } = segmentReader(found, segment, onPost)
    const size = await readCheckedFile(fs, found, take)
    if (size === null) continue
    const { posts, version } = end()
    const isFull = posts >= SEGMENT_BOUNDS.posts || size >= SEGMENT_BOUNDS.bytes
    return { posts, version, isFull }
  }
  throw damaged(path, null, 'the file is missing')
}

/** Makes posts of the lines that it takes; its end says how many there were, and the format of the file. */
function segmentReader(path: string, segment: number, onPost: (post: OutlinedPost) => void) {
  let version: number | null = null
  /** The index of the post in the next line. */
  let index: PostOutline | null = null
  let posts = 0
  let isEnded = false
  const pass = (line: Line) => {
    const json = line.text
    const post = index && isIndexOf(index, json) ? index : postIn(line, path)
    index = null
    posts += 1
    onPost({ post, json })
  }
  return {
    take: (line: Line) => {
      if (version === null) version = versionIn(line, path, segment)
      else if (line.text === ']') isEnded = true
      else if (isEnded) throw damaged(path, line.offset, 'more than the posts')
      else if (!index && version >= INDEXED_SINCE) index = indexIn(line, path)
      else pass(line)
    },
    end: () => {
      if (version === null || index || !isEnded) throw otherSegment(path, segment)
      return { posts, version }
    },
  }
}

function versionIn({ text, offset }: Line, path: string, segment: number) {
  const head = parseLine({ text: `${text}]}`, offset }, path)
  if (!isObject(head) || !Array.isArray(head['posts'])) {
    throw damaged(path, null, 'not a posts file')
  }
  const version = refuseNewer(head['version'], path)
  if (head['segment'] !== segment) throw otherSegment(path, segment)
  return version
}

function indexIn(line: Line, path: string) {
  const index = parseIndex(parseLine(line, path))
  if (!index) throw damaged(path, line.offset, 'not the index of a post')
  return index
}

function postIn(line: Line, path: string): PostOutline {
  const post = parseLine(line, path)
  if (!isPost(post)) throw damaged(path, line.offset, 'not a post')
  return post
}

function otherSegment(path: string, segment: number) {
  return damaged(path, null, `not the posts of segment ${segment}`)
}

/** Whether an index is that of the post with this text. A post whose id is not first is no match. */
function isIndexOf({ id }: PostOutline, json: string) {
  return json.startsWith(`{"id":"${id}",`)
}
