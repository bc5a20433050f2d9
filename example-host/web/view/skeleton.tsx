import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const WIDTHS = [60, 80, 45, 80] as const
/** Nothing is shown for what is done sooner. */
const DELAY_MS = 500

export function Skeleton(): JSX.Element | null {
  const late = useLate()
  if (!late) return null
  return (
    <div aria-busy="true">
      <p class="vh" role="status">
        Loading messages
      </p>
      {WIDTHS.map((width, index) => (
        <div key={index} class="post" aria-hidden="true">
          <span class="skel skel--round" />
          <div class="stack">
            <span class="skel skel--30" />
            <span class={`skel skel--${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}

export function useLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return late
}
