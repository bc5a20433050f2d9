import type { OutlinedPost } from '../memory/kept-post.js'
import type { PostOutline } from '../memory/post-outline.js'
import { isObject, isPost } from '../memory/rows.js'
import { damaged, parseLine, type Line } from './checked-file.js'
import { isIndexOf, parseIndex } from './post-index.js'
import { INDEXED_SINCE, refuseNewer } from './version.js'

interface Head {
  readonly version: number
  readonly segment: unknown
}

/** Makes posts of the lines of a segment, which are passed to `take` one by one. */
export class SegmentReader {
  readonly #path: string
  readonly #onPost: (post: OutlinedPost) => void
  #head: Head | null = null
  /** The index of the post in the next line. */
  #index: PostOutline | null = null
  #posts = 0
  #isEnded = false

  constructor(path: string, onPost: (post: OutlinedPost) => void) {
    this.#path = path
    this.#onPost = onPost
  }

  readonly take = (line: Line): void => {
    if (!this.#head) this.#head = this.#parseHead(line)
    else if (line.text === ']') this.#isEnded = true
    else if (this.#isEnded) throw damaged(this.#path, line.offset, 'more than the posts')
    else if (!this.#index && this.#head.version >= INDEXED_SINCE)
      this.#index = this.#parseIndex(line)
    else this.#pass(line)
  }

  /** How many posts there were, and the format of the file. */
  end(segment: number): { readonly posts: number; readonly version: number } {
    if (this.#head?.segment !== segment || this.#index || !this.#isEnded) {
      throw damaged(this.#path, null, `not the posts of segment ${segment}`)
    }
    return { posts: this.#posts, version: this.#head.version }
  }

  #parseHead({ text, offset }: Line): Head {
    const head = parseLine({ text: `${text}]}`, offset }, this.#path)
    if (!isObject(head) || !Array.isArray(head['posts'])) {
      throw damaged(this.#path, null, 'not a posts file')
    }
    return { version: refuseNewer(head['version'], this.#path), segment: head['segment'] }
  }

  #parseIndex(line: Line): PostOutline {
    const index = parseIndex(parseLine(line, this.#path))
    if (!index) throw damaged(this.#path, line.offset, 'not the index of a post')
    return index
  }

  #pass(line: Line): void {
    const json = line.text
    const post = this.#index && isIndexOf(this.#index, json) ? this.#index : this.#parsePost(line)
    this.#index = null
    this.#posts += 1
    this.#onPost({ post, json })
  }

  #parsePost(line: Line): PostOutline {
    const post = parseLine(line, this.#path)
    if (!isPost(post)) throw damaged(this.#path, line.offset, 'not a post')
    return post
  }
}
