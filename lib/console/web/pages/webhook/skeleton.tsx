import type { JSX } from 'preact'

export function WebhookSkeleton(): JSX.Element {
  return (
    <div role="status">
      <span class="vh">Loading the webhook</span>
      <div class="head" aria-hidden="true">
        <div class="head__id">
          <span class="skel skel--round" />
        </div>
        <div class="head__text">
          <span class="skel skel--45" />
        </div>
      </div>
      <div class="split" aria-hidden="true">
        <div class="stack">
          {[1, 2].map((each) => (
            <div key={each} class="card">
              <div class="card__body stack">
                <span class="skel skel--30" />
                <span class="skel skel--80" />
                <span class="skel skel--60" />
              </div>
            </div>
          ))}
        </div>
        <div class="card">
          <div class="card__body stack">
            <span class="skel skel--60" />
            <span class="skel skel--80" />
          </div>
        </div>
      </div>
    </div>
  )
}
