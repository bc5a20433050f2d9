import { Face, Line, Skeleton } from 'express-incoming-webhooks-ui/skeleton'
import type { JSX } from 'preact'

export function WebhookSkeleton(): JSX.Element {
  return (
    <Skeleton label="Loading the webhook">
      <div class="head">
        <div class="head__id">
          <Face />
        </div>
        <div class="head__text">
          <Line width={45} />
        </div>
      </div>
      <div class="split">
        <div class="stack">
          {[1, 2].map((each) => (
            <div key={each} class="card">
              <div class="card__body stack">
                <Line width={30} />
                <Line width={80} />
                <Line width={60} />
              </div>
            </div>
          ))}
        </div>
        <div class="card">
          <div class="card__body stack">
            <Line width={60} />
            <Line width={80} />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
