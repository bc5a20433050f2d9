import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { SecretBox } from '../../parts/copy-box.js'
import { CopyButton } from '../../parts/copy-button.js'

interface UrlCardProps {
  readonly webhook: Webhook
  readonly regenerate: () => void
}

/** The URL, hidden by default. */
export function UrlCard({ webhook, regenerate }: UrlCardProps): JSX.Element {
  return (
    <section class="card" aria-labelledby="url-title">
      <div class="card__body">
        <div class="row row--between mb-3">
          <h2 id="url-title">Webhook URL</h2>
          <Button kind="ghost" small class="tight" icon="again" onPress={regenerate}>
            Regenerate
          </Button>
        </div>
        {webhook.url === null ? (
          <UnreadableUrl />
        ) : (
          <HiddenUrl key={webhook.url} url={webhook.url} hint={webhook.keyHint} />
        )}
      </div>
    </section>
  )
}

/** Shown if the server can no longer decrypt the key. */
export function UnreadableUrl(): JSX.Element {
  return (
    <p class="muted">
      The URL cannot be shown because the server's secret has changed. It still works. Regenerate it
      to get one that you can see.
    </p>
  )
}

function HiddenUrl({ url, hint }: { url: string; hint: string }): JSX.Element {
  return (
    <SecretBox
      id="url"
      label="Webhook URL"
      secret={url}
      hidden={`${url.slice(0, url.lastIndexOf('/') + 1)}••••••••${hint}`}
      show="Show the full URL"
    >
      {(select) => (
        <CopyButton kind="primary" text={url} said="URL copied" select={select}>
          Copy
        </CopyButton>
      )}
    </SecretBox>
  )
}
