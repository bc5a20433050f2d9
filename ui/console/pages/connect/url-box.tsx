import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { CopyBox } from '../../parts/copy-box.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Link } from '../../parts/link.js'
import { hookPath } from '../../state/route.js'

/** The whole URL, and how to treat it. */
export function UrlBox({ url, id }: { url: string; id: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CopyBox id="url" label="Webhook URL" value={url} field={input}>
        <CopyButton
          kind="primary"
          text={url}
          said="URL copied"
          select={() => input.current?.select()}
        >
          Copy URL
        </CopyButton>
      </CopyBox>
      <p class="hint mt-3 with-icon">
        <Icon name="key" size="small" />
        <span>
          Anyone with this URL can post here. Treat it like a password: keep it out of code and
          tickets. If it leaks, <Link to={`${hookPath(id)}?ask=regenerate`}>regenerate it</Link>.
        </span>
      </p>
    </>
  )
}
