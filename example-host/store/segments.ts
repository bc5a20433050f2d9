import { join } from 'node:path'
import type { Post } from 'express-incoming-webhooks'
import { damaged, parseChecked, writeChecked } from './checked-file.js'
import { readIfThere, type StoreFs } from './fs.js'
import { isObject, isPosts } from './rows.js'
import { SEGMENT_POSTS } from './timeline.js'
import { FORMAT_VERSION, refuseNewer } from './version.js'

export const SEGMENTS_DIRECTORY = 'posts'

export function segmentPath(directory: string, segment: number): string {
  return join(directory, SEGMENTS_DIRECTORY, `${String(segment).padStart(6, '0')}.json`)
}

export async function writeSegment(
  fs: StoreFs,
  directory: string,
  segment: number,
  posts: Iterable<Post>,
): Promise<void> {
  await writeChecked(fs, segmentPath(directory, segment), linesOf(segment, posts))
}

function* linesOf(segment: number, posts: Iterable<Post>): Generator<string> {
  yield `{"version":${FORMAT_VERSION},"segment":${segment},"posts":[`
  let separator = '\n'
  for (const post of posts) {
    yield separator + JSON.stringify(post)
    separator = ',\n'
  }
  yield '\n]'
}

/** The posts of a segment; `expected` of them at least were promised by the state file. */
export async function readSegment(
  fs: StoreFs,
  directory: string,
  segment: number,
  expected: number,
): Promise<Post[]> {
  const path = segmentPath(directory, segment)
  // A crash between two renames leaves the old file alone; the journals hold the difference.
  const main = await readIfThere(fs, path)
  const bytes = main ?? (await readIfThere(fs, `${path}.bak`))
  if (!bytes) throw damaged(path, 0, 'the file is missing, it should begin')
  const value = parseChecked(bytes, main ? path : `${path}.bak`)
  if (!isObject(value)) throw damaged(path, 0, 'not a file of posts')
  refuseNewer(value['version'], path)
  const posts = value['posts']
  if (value['segment'] !== segment || !isPosts(posts)) {
    throw damaged(path, 0, `not the posts of segment ${segment}`)
  }
  if (posts.length < expected || posts.length > SEGMENT_POSTS) {
    throw damaged(path, 0, `${posts.length} posts instead of ${expected} in the file that begins`)
  }
  return posts
}
