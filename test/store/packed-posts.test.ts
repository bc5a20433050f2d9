import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { StoredPost } from '../../example-host/store/index.js'
import { withoutContent, written } from '../../example-host/store/memory/kept-post.js'
import { PackedTexts, ReadLast } from '../../example-host/store/memory/packed-texts.js'
import { allOf, type PostSlice } from '../../example-host/store/memory/post-reader.js'
import { Timeline } from '../../example-host/store/memory/timeline.js'
import { newPost } from './support.js'

const COUNT = 300

function postOf(number: number, changes: Partial<StoredPost> = {}): StoredPost {
  const time = number + 1
  const message = `Größe ${number} → 🙂\n“${'long '.repeat(number)}”`
  const id = `post${number}`
  return { ...newPost(message), id, createAt: time, updateAt: time, ...changes }
}

describe('store: posts in memory', () => {
  let timeline: Timeline
  beforeEach(() => {
    timeline = new Timeline()
    for (let number = 0; number < COUNT; number++) timeline.put(written(postOf(number)))
  })

  const kept = (): StoredPost[] => [...timeline.from(0, COUNT)].map((post) => post.read())

  it('are read as they were written, new ones and packed ones, whatever their characters', async () => {
    const all = Array.from({ length: COUNT }, (_, number) => postOf(number))
    expect(kept()).to.deep.equal(all)
    const page = await allOf(timeline.list('channel', { page: 2, perPage: 60 }))
    expect(page).to.deep.equal(all.slice(COUNT - 180, COUNT - 120).reverse())
  })

  it('are copies, which a caller may change', () => {
    Object.assign(timeline.byId('post0') ?? {}, { message: 'changed by a caller' })
    expect(timeline.byId('post0')).to.deep.equal(postOf(0))
  })

  it('can be changed when they are packed, and then the others are as they were', () => {
    expect(timeline.byId('post7')).to.deep.equal(postOf(7))
    const changed = postOf(7, { message: 'changed', updateAt: 1_000 })
    expect(timeline.put(written(changed))).to.equal('edited')
    expect(timeline.byId('post7')).to.deep.equal(changed)
    expect(timeline.byId('post6')).to.deep.equal(postOf(6))
    expect(timeline.byId('post8')).to.deep.equal(postOf(8))
  })

  it('leave nothing of their text when they are deleted, packed or not', () => {
    for (const number of [3, COUNT - 3]) {
      const before = postOf(number)
      timeline.put(written({ ...before, message: '', updateAt: 1_000, deleteAt: 1_000 }))
      expect(timeline.byId(before.id)).to.equal(null)
    }
    const texts = [...timeline.from(0, COUNT)].map(({ json }) => json)
    expect(texts.filter((text) => text.includes('Größe'))).to.have.lengthOf(COUNT - 2)
  })
})

describe('store: packed texts', () => {
  it('take less room than the texts', () => {
    const texts = Array.from({ length: 32 }, (_, number) => JSON.stringify(postOf(number)))
    const packed = new PackedTexts(texts, new ReadLast(1))
    expect(packed.length).to.be.lessThan(texts.join('').length / 5)
  })

  it('are read again when others have been read meanwhile, and when one was replaced', () => {
    const readLast = new ReadLast(1)
    const first = new PackedTexts(['a', 'b'], readLast)
    const second = new PackedTexts(['c', ''], readLast)
    expect([first.at(0), second.at(0), first.at(1), second.at(1)]).to.deep.equal([
      'a',
      'c',
      'b',
      '',
    ])
    first.replace(1, 'new')
    expect([first.at(0), first.at(1)]).to.deep.equal(['a', 'new'])
  })

  it('are packed again after some were replaced, without what was there', async () => {
    const packed = new PackedTexts(['a'.repeat(1_000), 'b'], new ReadLast(1))
    packed.replace(0, 'A')
    packed.replace(1, 'B')
    await Promise.resolve()
    expect(packed.all()).to.deep.equal(['A', 'B'])
    expect(packed.length).to.be.lessThan(20)
  })

  it('are unpacked for changes one after the other, however many are changed in one turn', async () => {
    const readLast = new ReadLast(2)
    const long = 'a'.repeat(1_000)
    const all = Array.from({ length: 3 }, () => new PackedTexts([long, long], readLast))
    const packedLength = all[0]?.length ?? 0
    for (const packed of all) packed.replace(0, randomBytes(500).toString('hex'))
    const grown = (): boolean[] => all.map(({ length }) => length > packedLength)
    expect(grown()).to.deep.equal([true, true, false])
    all[0]?.replace(0, 'b')
    await Promise.resolve()
    expect(grown()).to.deep.equal([false, true, true])
    expect(all[0]?.all()).to.deep.equal(['b', long])
  })
})

describe('store: lists of posts', () => {
  const large = 'x'.repeat(40_000)
  const numbers = (posts: readonly StoredPost[]): string => posts.map(({ id }) => id).join(' ')
  const numbersOf = (next: IteratorResult<PostSlice>): string =>
    next.done === true ? 'the end' : numbers(next.value.posts)
  const slicesOf = (timeline: Timeline, from: 'newest' | 'oldest'): string[] =>
    Array.from(timeline.list('channel', {}).slices(from), ({ posts }) => numbers(posts))

  const timelineOf = (messages: readonly string[]): Timeline => {
    const timeline = new Timeline()
    for (const [number, message] of messages.entries()) {
      timeline.put(written(postOf(number, { message })))
    }
    return timeline
  }

  it('are read a few at a time if the posts are large, from either end', () => {
    const timeline = timelineOf([large, large, large, 'a', 'b'])
    expect(slicesOf(timeline, 'newest')).to.deep.equal(['post4 post3 post2 post1', 'post0'])
    expect(slicesOf(timeline, 'oldest')).to.deep.equal(['post0 post1', 'post2 post3 post4'])
  })

  it('are read at once if the posts are small, or if there are none', () => {
    expect(slicesOf(timelineOf(['a', 'b', 'c']), 'newest')).to.deep.equal(['post2 post1 post0'])
    expect(slicesOf(timelineOf([]), 'newest')).to.deep.equal([])
  })

  it('leave out what is deleted before it is read, but not where deletions are asked for', async () => {
    const timeline = timelineOf([large, large, large, large])
    const list = timeline.list('channel', {})
    const slices = list.slices('newest')
    expect(numbersOf(slices.next())).to.equal('post3 post2')
    timeline.put(written(withoutContent(postOf(1, { message: large }), 1_000)))
    expect(numbersOf(slices.next())).to.equal('post0')
    expect(list.count).to.equal(4)
    expect(numbers(await allOf(timeline.list('channel', { since: 0 })))).to.equal(
      'post3 post2 post1 post0',
    )
  })
})
