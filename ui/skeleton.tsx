import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Placeholders appear only after this time. */
const DELAY_MS = 500

/** Whether loading has taken long enough to show a placeholder. */
export function useLate(waiting = true): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return late
}

/** Outlines of content that is loading, with a text for screen readers. */
export function Skeleton(props: { label: string; children: ComponentChildren }) {
  return (
    <div aria-busy="true">
      <p class="vh" role="status">
        {props.label}
      </p>
      <div aria-hidden="true">{props.children}</div>
    </div>
  )
}

/** A line of text; `width` is in per cent. */
export function Line({ width }: { width: 30 | 45 | 60 | 80 }) {
  return <span class={`skel skel--${width}`} />
}

/** A round placeholder for an avatar. */
export function Face() {
  return <span class="skel skel--round" />
}
