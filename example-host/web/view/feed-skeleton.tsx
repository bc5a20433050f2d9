import { Face, Line, Skeleton, useLate } from 'express-incoming-webhooks-ui/skeleton'

const WIDTHS = [60, 80, 45, 80] as const

export function FeedSkeleton() {
  const late = useLate()
  if (!late) return null
  return (
    <Skeleton label="Loading messages">
      {WIDTHS.map((width, index) => (
        <div key={index} class="post">
          <Face />
          <div class="stack">
            <Line width={30} />
            <Line width={width} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
