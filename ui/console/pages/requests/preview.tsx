import { Button, countText, Notice } from 'express-incoming-webhooks-ui'
import type { JSX } from 'preact'
import { type Preview, previewRequest } from '../../api/preview.js'
import type { LoggedRequest } from '../../api/requests.js'
import { saveOnly, type Webhook } from '../../api/webhooks.js'
import { Card } from '../../parts/card.js'
import { Html, ShownPost } from '../../parts/shown-post.js'
import { ANY_JSON } from '../../program.js'
import { useAction, useLoaded } from '../../state/loading.js'
import { hookPath, Link } from '../../state/route.js'
import { toast } from '../../state/toasts.js'
import { marked } from '../connect/programs.js'
import { PartPending, Unchanged, useWebhook } from '../loaded.js'
import { SecretUrl } from '../webhook/secret-card.js'
import { reasonOf } from './words.js'

interface RefusalProps extends Pick<LoggedRequest, 'detail' | 'message' | 'status'> {
  readonly button?: JSX.Element | false | undefined
}

/** Why a request was refused. */
export function Refusal({ button, ...refused }: RefusalProps) {
  const { title, text } = reasonOf(refused)
  return (
    <Notice kind="bad" buttons={button}>
      <p class="notice__title">{marked(title)}</p>
      <p>{text}</p>
    </Notice>
  )
}

interface WarningsProps extends Pick<LoggedRequest, 'warnings'> {
  /** Shows what is at a path. */
  readonly show?: ((path: string) => void) | undefined
}

/** What was read otherwise than it was sent, or not at all. */
export function Warnings({ warnings, show }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Notice kind="warn">
      <p class="notice__title">{countText(warnings.length, 'warning')}</p>
      <ul>
        {warnings.map(({ path, reason }, at) => (
          <li key={at}>
            {path !== '' && (
              <>
                {show ? (
                  <Button kind="link" small label={`Show ${path}`} onPress={() => show(path)}>
                    <code>{path}</code>
                  </Button>
                ) : (
                  <code>{path}</code>
                )}
                :{' '}
              </>
            )}
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface PreviewProps {
  /** Of a request whose body is kept. */
  readonly id: string
  /** Read as if its URL ended with this; `''`: as it was sent. */
  readonly suffix: string
}

/** What the webhook would do with a request now. */
export function PreviewCard({ id, suffix }: PreviewProps) {
  const { webhook } = useWebhook()
  const loaded = useLoaded(() =>
    previewRequest(webhook.id, { delivery: id, ...(suffix !== '' && { suffix }) }),
  )
  const { value } = loaded
  return (
    <Card title="Preview">
      {value === null ? (
        <PartPending loaded={loaded} />
      ) : (
        <div class="stack">
          <PreviewResult preview={value} />
          {suffix === ANY_JSON && value.outcome === 'posted' && <Ways />}
        </div>
      )}
    </Card>
  )
}

const SUMMARIES = {
  skipped: 'The webhook would not show this event.',
  refused: 'The webhook would refuse it.',
  failed: 'The chat server would fail.',
}

const DEEDS: Readonly<Record<string, string>> = {
  edited: 'The message of the incident would become:',
  replied: 'This would be a reply in its thread:',
  unchanged: 'This message would stay as it is:',
}

interface PreviewResultProps {
  readonly preview: Preview
  /** What can be done about a refusal. */
  readonly button?: JSX.Element | false | undefined
  /** Shows what is at a path of the payload. */
  readonly show?: (path: string) => void
}

/** The message as the channel would show it, or why it would not. */
export function PreviewResult({ preview, button, show }: PreviewResultProps) {
  const { webhook } = useWebhook()
  const { outcome, answer, posts, warnings, error } = preview
  const isAtHome = posts.every(({ channelId }) => channelId === webhook.channelId)
  const place = isAtHome ? `# ${webhook.channel}` : 'Another channel'
  return (
    <>
      <p class="muted" role="status">
        {outcome === 'posted'
          ? `${place} would show this. Nothing was posted.`
          : SUMMARIES[outcome]}
      </p>
      {error && (
        <Refusal
          status={answer?.status ?? 0}
          message={error.message}
          detail={error.detailedError}
          button={button}
        />
      )}
      {posts.map(({ action, html, props }, at) => (
        <div key={at}>
          {DEEDS[action] !== undefined && <p class="mb-3">{DEEDS[action]}</p>}
          <div class="preview">
            <ShownPost
              name={props?.overrideUsername ?? ''}
              webhook={{ ...webhook, iconEmoji: props?.overrideIconEmoji || webhook.iconEmoji }}
            >
              <Html html={html} />
            </ShownPost>
          </div>
        </div>
      ))}
      <Warnings warnings={warnings} show={show} />
    </>
  )
}

/** How requests like it are shown from now on: those of its sender, or all of the webhook. */
function Ways() {
  const { webhook, put } = useWebhook()
  const { busy, error, run } = useAction()
  const { id } = webhook
  const save = async (record: Webhook, format: string): Promise<Webhook> => {
    const saved = await saveOnly(record, { format })
    put(saved)
    return saved
  }
  const set = async () => {
    const saved = await save(webhook, ANY_JSON)
    const undo = async () => void (await save(saved, webhook.format))
    toast('Format set to Any JSON.', () => run(undo))
  }
  return (
    <>
      {webhook.format === ANY_JSON ? (
        <Notice kind="ok" focused title="The webhook shows such requests from now on." />
      ) : (
        <>
          <h3>Show such requests from now on</h3>
          <div>
            <p class="mb-3">
              <b>From this sender:</b> end its URL with <code>/json</code>.{' '}
              <Link to={`${hookPath(id, '/connect')}?program=${ANY_JSON}`}>
                How, and what is shown
              </Link>
            </p>
            <SecretUrl id="json-url" end={`/${ANY_JSON}`} />
          </div>
          <div>
            <p class="mb-3">
              <b>From all senders:</b> set the format of the webhook. Messages for Slack or
              Mattermost are still shown as they are. Requests of other programs, such as GitHub,
              are then shown like this too.
            </p>
            <Button busy={busy && 'Saving'} onPress={() => run(set)}>
              Set the format to Any JSON
            </Button>
          </div>
        </>
      )}
      {error && <Unchanged error={error} />}
    </>
  )
}
