import { useLatest } from 'express-incoming-webhooks-ui/latest'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The distance at which the end counts as reached and more posts are loaded at the beginning. */
const END_PX = 40
const START_PX = 500

interface Watched {
  /** A new value scrolls to the end. */
  readonly key: string
  /** A value that changes with the content. */
  readonly shown: unknown
  /** The post to scroll to first, or ''. */
  readonly target: string
  /** Whether the last post is loaded. Otherwise the view does not stick to the end. */
  readonly sticks: boolean
  /** The oldest loaded post, or '' while older ones are loading. */
  readonly oldest: string
  readonly onMore: (side: 'older' | 'newer') => void
}

/**
 * Keeps the scroll position. At the end it stays at the end; elsewhere the topmost visible post keeps
 * its position when content above or below changes.
 */
export function useFeedScroll(watched: Watched) {
  const feed = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef<Place>(END)
  const latest = useLatest(watched)
  const [atEnd, setAtEnd] = useState(true)

  const lastTop = useRef(0)

  const settle = (): void => {
    const box = feed.current
    if (!box) return
    place.current = movedPlace(place.current, box, box.scrollTop - lastTop.current)
    if (!restore(box, place.current)) place.current = placeOf(box)
    lastTop.current = box.scrollTop
  }
  const begin = (at: Place): void => {
    place.current = at
    lastTop.current = 0
    setAtEnd(at === END)
  }
  const toEnd = (): void => {
    begin(END)
    settle()
  }
  useLayoutEffect(
    () => begin(watched.target === '' ? END : { post: watched.target, top: null }),
    [watched.key, watched.target],
  )
  useLayoutEffect(settle, [watched.key, watched.shown])
  useEffect(() => {
    const box = feed.current
    const content = list.current
    if (!box || !content) return
    const observer = new ResizeObserver(settle)
    observer.observe(content)
    observer.observe(box)
    const onScroll = (): void => {
      const near = roomBelow(box) < END_PX
      // Not updated after each correction, because rounding errors would add up.
      if (box.scrollTop !== lastTop.current) {
        place.current = near && latest.current.sticks ? END : placeOf(box)
      }
      lastTop.current = box.scrollTop
      setAtEnd(near)
      if (box.scrollTop < START_PX) latest.current.onMore('older')
      if (near) latest.current.onMore('newer')
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

/** At the top there are no scroll events, so more is requested once per oldest post. */
function useStart(feed: RefObject<HTMLDivElement | null>, watched: Watched): void {
  const asked = useRef('')
  useEffect(() => {
    const isNear = (feed.current?.scrollTop ?? Infinity) < START_PX
    if (!isNear || watched.oldest === '' || watched.oldest === asked.current) return
    asked.current = watched.oldest
    watched.onMore('older')
  }, [watched.key, watched.oldest])
}

interface Place {
  /** The post that keeps its position, or '' for the end. */
  readonly post: string
  /** Its distance from the top of the window; null for the middle. */
  readonly top: number | null
}

const END: Place = { post: '', top: 0 }

/** The position after a recent scroll that has not caused an event yet. */
function movedPlace(place: Place, box: HTMLElement, by: number): Place {
  if (place === END) return by < -1 && roomBelow(box) >= 2 ? placeOf(box) : place
  if (by === 0) return place
  return place.top === null ? placeOf(box) : { ...place, top: place.top - by }
}

function roomBelow(box: HTMLElement): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight
}

function placeOf(box: HTMLElement): Place {
  const { top } = box.getBoundingClientRect()
  for (const post of box.querySelectorAll<HTMLElement>('[data-post]')) {
    const rect = post.getBoundingClientRect()
    if (rect.bottom > top) return { post: post.dataset['post'] ?? '', top: rect.top - top }
  }
  return END
}

/** False if the post that keeps the position was deleted. */
function restore(box: HTMLElement, place: Place): boolean {
  if (place === END) {
    box.scrollTop = box.scrollHeight
    return true
  }
  const post = box.querySelector(`[data-post="${CSS.escape(place.post)}"]`)
  // The post in the URL may not be loaded yet.
  if (!post) return place.top === null
  const top = post.getBoundingClientRect().top - box.getBoundingClientRect().top
  const wanted = place.top ?? box.clientHeight / 3
  if (Math.abs(top - wanted) >= 1) box.scrollTop += top - wanted
  return true
}
