import { Button, type CallError, Icon, Line, Notice } from 'express-incoming-webhooks-ui'
import { type ComponentChildren, type ComponentProps, createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { findWebhook, type Webhook } from '../api/webhooks.js'
import { config, labels, signInAddress } from '../config.js'
import { CardSkeleton } from '../parts/card.js'
import { Empty, MessagePage, PageHead, WEBHOOKS } from '../parts/heading.js'
import { type Loaded, useLoaded } from '../state/loading.js'
import { hookPath, Link, useChoice } from '../state/route.js'
import { integrationsTitle, useSession } from '../state/session.js'

/** Instead of the webhook pages, for users who may not create webhooks. */
export function Restricted() {
  return (
    <MessagePage
      icon="shield"
      title="Only administrators can manage webhooks"
      text="Webhooks that you added earlier keep posting. Ask an administrator if you need a new one or want to change one."
    >
      <BackToMessages />
    </MessagePage>
  )
}

/** Instead of the System Console, for users who are not administrators. */
export function AdministratorsOnly() {
  return (
    <MessagePage
      icon="shield"
      title="This page is for administrators"
      text="Ask an administrator to change a setting."
    >
      <BackToMessages />
    </MessagePage>
  )
}

export function TurnedOff() {
  const session = useSession()
  const isAdmin = session.me.admin
  return (
    <MessagePage
      icon="power"
      title="Incoming webhooks are turned off"
      text={
        isAdmin
          ? `Webhooks are paused, and ${labels.integrations} is hidden from the menu for everyone. Nothing was deleted.`
          : 'Webhooks are paused until an administrator turns them back on. Nothing was deleted.'
      }
    >
      {isAdmin ? (
        <Link class="btn btn--primary" to="console/integrations">
          Open {integrationsTitle(session)}
        </Link>
      ) : (
        <BackToMessages />
      )}
    </MessagePage>
  )
}

function NoSuchWebhook() {
  return (
    <MessagePage
      icon="search"
      title="Webhook not found"
      text="It may have been deleted, or it belongs to someone else."
    >
      <AllWebhooks />
    </MessagePage>
  )
}

/** For an unknown address. */
export function NoSuchPage() {
  return (
    <MessagePage
      icon="search"
      title="Page not found"
      text="Check the address, or start from the list of webhooks."
    >
      <AllWebhooks />
      <BackToMessages />
    </MessagePage>
  )
}

/** `wasSignedIn` is false if this tab has never seen a session. */
export function SignedOut({ wasSignedIn }: { readonly wasSignedIn: boolean }) {
  const address = signInAddress()
  return (
    <MessagePage
      icon="lock"
      title={wasSignedIn ? 'You have been signed out' : 'Sign in to continue'}
      text={
        wasSignedIn
          ? 'Sign in again to return to this page. Everything that you saved is kept.'
          : 'This page is for signed-in users.'
      }
    >
      {address !== null && (
        <a class="btn btn--primary" href={address}>
          Sign in
        </a>
      )}
      {tryAgain(reload)}
    </MessagePage>
  )
}

interface FailureProps {
  readonly error: CallError
  readonly retry: () => void
}

/** A whole page that could not be loaded. */
export function Failure({ error, retry }: FailureProps) {
  return <MessagePage {...failure(error)}>{tryAgain(retry)}</MessagePage>
}

/** A part of a page that could not be loaded. */
export function PartFailure({ error, retry }: FailureProps) {
  return (
    <Empty {...failure(error)} role="alert">
      {tryAgain(retry)}
    </Empty>
  )
}

interface PendingProps {
  readonly loaded: Pick<Loaded<unknown>, 'error' | 'slow' | 'reload'>
}

/** A whole page that is not there yet. */
export function PagePending(props: PendingProps & { readonly label: string }) {
  const { error, slow, reload } = props.loaded
  if (error !== null) return <Failure error={error} retry={reload} />
  return slow ? <CardSkeleton label={props.label} /> : null
}

/** A part of a page that is not there yet. */
export function PartPending({ loaded: { error, slow, reload } }: PendingProps) {
  if (error !== null) return <PartFailure error={error} retry={reload} />
  return <div class="card__body">{slow && <Line width={60} />}</div>
}

function failure({ status, message, requestId }: CallError) {
  const isSilent = status === 0 || message === ''
  const advice =
    status === 400
      ? 'A part of the address of this page is wrong. Open the page from the menu.'
      : 'Wait a moment and try again. Webhooks may keep posting in the meantime.'
  return {
    icon: 'alert',
    title: isSilent ? 'The server did not respond' : `The server responded with “${message}”`,
    text: (
      <>
        {advice}
        {requestId !== '' && (
          <span class="request-id subtle small">
            Request <code>{requestId}</code>
          </span>
        )}
      </>
    ),
  } as const
}

function tryAgain(retry: () => void) {
  return (
    <Button icon="again" onPress={retry}>
      Try again
    </Button>
  )
}

// For users who have signed in elsewhere, such as in another tab.
function reload() {
  location.reload()
}

function BackToMessages() {
  if (config.homeUrl === null) return null
  return (
    <a class="btn" href={config.homeUrl}>
      <Icon name="back" />
      {labels.backToHome}
    </a>
  )
}

function AllWebhooks() {
  return (
    <Link class="btn" to="">
      All incoming webhooks
    </Link>
  )
}

interface Shown {
  readonly webhook: Webhook
  /** Shows a newer record in its place. */
  readonly put: (webhook: Webhook) => void
  readonly reload: () => void
}

const ShownContext = createContext<Shown | null>(null)

/** The webhook that the page is about. */
export function useWebhook(): Shown {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('no webhook above this component')
  return shown
}

type WebhookHeadProps = Omit<ComponentProps<typeof PageHead>, 'above' | 'class'>

/** The head of its page, or with `here` of one below it; the text says what it is like. */
export function WebhookHead({ children, ...head }: WebhookHeadProps) {
  const { displayName, id } = useWebhook().webhook
  const its = { text: displayName, to: hookPath(id) }
  return (
    <PageHead above={head.here === undefined ? WEBHOOKS : [...WEBHOOKS, its]} {...head}>
      <div class="btns">{children}</div>
    </PageHead>
  )
}

/** Loads the webhook again after an error by which it may be deleted, or webhooks turned off. */
export function useRechecked(error: CallError | null): void {
  const shown = useContext(ShownContext)
  useEffect(() => {
    if (error?.status === 404 || error?.status === 501) shown?.reload()
  }, [error])
}

/** The open dialog of a webhook's page, as the address of the page calls it, and how to open another one. */
export function useQuestion() {
  return useChoice('ask', ['', 'test', 'delete', 'regenerate', 'signing', 'owner', 'replay'])
}

interface LoadedWebhookProps {
  readonly id: string
  readonly children: ComponentChildren
}

/** A page about one webhook, as soon as it is loaded. */
export function LoadedWebhook({ id, children }: LoadedWebhookProps) {
  const loaded = useLoaded(() => findWebhook(id))
  const { error, value, reload, put } = loaded
  const { refresh } = useSession()
  useEffect(() => {
    // Incoming webhooks have been turned off.
    if (error?.status === 501) refresh()
  }, [error])
  if (error?.status === 404) return <NoSuchWebhook />
  if (value === null) return <PagePending loaded={loaded} label="Loading the webhook" />
  const shown = { webhook: value, put, reload }
  return <ShownContext.Provider value={shown}>{children}</ShownContext.Provider>
}

/** The server's message in quotes, with its detail. */
export function errorText({ status, message, detail }: CallError): string {
  if (status === 0 || message === '') {
    return 'The server cannot be reached. Check your connection and try again.'
  }
  return detail === '' ? `“${message}”` : `“${message}” (${detail})`
}

/** What was asked for has failed, and everything is as it was. */
export function Unchanged(props: { error: CallError; title?: string; class?: string }) {
  const { error, title = 'Nothing was changed.', class: name = '' } = props
  return (
    <Notice kind="bad" role="alert" class={name} title={title}>
      {errorText(error)}
    </Notice>
  )
}
