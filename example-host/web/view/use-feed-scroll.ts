import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** So near, the end counts as reached, and the beginning as worth loading more. */
const END_PX = 40
const START_PX = 500

interface FeedScroll {
  readonly feed: RefObject<HTMLDivElement | null>
  readonly list: RefObject<HTMLOListElement | null>
  readonly atEnd: boolean
  readonly toEnd: () => void
}

interface Watched {
  /** A new value begins anew at the end. */
  readonly key: string
  /** Anything that changes with what is shown. */
  readonly shown: unknown
  /** The post to begin with, or ''. */
  readonly target: string
  /** Whether the end is the end: with more to load behind it nothing sticks there. */
  readonly sticks: boolean
  /** The oldest post that is shown, or '' while older ones are on their way. */
  readonly oldest: string
  readonly onStart: () => void
  readonly onEnd: () => void
}

/**
 * Keeps the place: at the end it stays at the end, elsewhere the post on top of the window stays where
 * it is, whatever comes above or below or grows.
 */
export function useFeedScroll(watched: Watched): FeedScroll {
  const feed = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef<Place>(END)
  const latest = useRef(watched)
  latest.current = watched
  const [atEnd, setAtEnd] = useState(true)

  const lastTop = useRef(0)

  const settle = (): void => {
    const box = feed.current
    if (!box) return
    place.current = movedPlace(place.current, box, box.scrollTop - lastTop.current)
    if (!restore(box, place.current)) place.current = placeOf(box)
    lastTop.current = box.scrollTop
  }
  const toEnd = (): void => {
    place.current = END
    lastTop.current = 0
    setAtEnd(true)
    settle()
  }
  useLayoutEffect(() => {
    place.current = watched.target === '' ? END : { post: watched.target, top: null }
    lastTop.current = 0
    setAtEnd(watched.target === '')
  }, [watched.key, watched.target])
  useLayoutEffect(settle, [watched.key, watched.shown])
  useEffect(() => {
    const box = feed.current
    const content = list.current
    if (!box || !content) return
    const observer = new ResizeObserver(settle)
    observer.observe(content)
    observer.observe(box)
    const onScroll = (): void => {
      const near = isNearEnd(box)
      // Taken anew after each own correction, the place would drift by what each rounds off.
      if (box.scrollTop !== lastTop.current) {
        place.current = near && latest.current.sticks ? END : placeOf(box)
      }
      lastTop.current = box.scrollTop
      setAtEnd(near)
      if (box.scrollTop < START_PX) latest.current.onStart()
      if (near) latest.current.onEnd()
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [])
  useStart(feed, watched)
  return { feed, list, atEnd, toEnd }
}

/** Who is at the start already cannot scroll there: asks once for each oldest post, as it may fail. */
function useStart(feed: RefObject<HTMLDivElement | null>, watched: Watched): void {
  const asked = useRef('')
  useEffect(() => {
    const isNear = (feed.current?.scrollTop ?? Infinity) < START_PX
    if (!isNear || watched.oldest === '' || watched.oldest === asked.current) return
    asked.current = watched.oldest
    watched.onStart()
  }, [watched.key, watched.oldest])
}

interface Place {
  /** The post that keeps its place, or '' for the end. */
  readonly post: string
  /** Its distance from the top of the window; null: in the middle. */
  readonly top: number | null
}

const END: Place = { post: '', top: 0 }

/** The place after a scroll of a moment ago, which no event has told yet. */
function movedPlace(place: Place, box: HTMLElement, by: number): Place {
  if (place === END) return by < -1 && !isAtEnd(box) ? placeOf(box) : place
  if (by === 0) return place
  return place.top === null ? placeOf(box) : { ...place, top: place.top - by }
}

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < 2
}

function isNearEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
}

function placeOf(box: HTMLElement): Place {
  const { top } = box.getBoundingClientRect()
  for (const post of box.querySelectorAll<HTMLElement>('[data-post]')) {
    const rect = post.getBoundingClientRect()
    if (rect.bottom > top) return { post: post.dataset['post'] ?? '', top: rect.top - top }
  }
  return END
}

/** False when the post that keeps the place has been deleted. */
function restore(box: HTMLElement, place: Place): boolean {
  if (place === END) {
    box.scrollTop = box.scrollHeight
    return true
  }
  const post = box.querySelector(`[data-post="${CSS.escape(place.post)}"]`)
  // One that was asked for by its address may not be there yet.
  if (!post) return place.top === null
  const top = post.getBoundingClientRect().top - box.getBoundingClientRect().top
  const wanted = place.top ?? box.clientHeight / 3
  if (Math.abs(top - wanted) >= 1) box.scrollTop += top - wanted
  return true
}
