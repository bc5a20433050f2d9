import type { CallError } from 'express-incoming-webhooks-ui/call'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { config, signInAddress } from '../config.js'
import { Button } from '../parts/button.js'
import { Empty, MessagePage } from '../parts/empty.js'
import { Link } from '../parts/link.js'
import { integrationsTitle, type Session } from '../state/session.js'

/** The webhook pages, for those who may not make any. */
export function Restricted(): JSX.Element {
  return (
    <MessagePage
      icon="shield"
      title="Only administrators manage webhooks here"
      text="Webhooks that you made earlier go on posting. Ask an administrator if you need a new one or want to change one."
    >
      <BackToMessages />
    </MessagePage>
  )
}

/** The System Console, for all others. */
export function AdministratorsOnly(): JSX.Element {
  return (
    <MessagePage
      icon="shield"
      title="The System Console is for administrators"
      text="Ask an administrator if a setting needs a change."
    >
      <BackToMessages />
    </MessagePage>
  )
}

export function TurnedOff({ session }: { session: Session }): JSX.Element {
  const title = 'Incoming webhooks are turned off'
  if (session.me.admin) {
    return (
      <MessagePage
        icon="power"
        title={title}
        text="No webhook posts now, and Integrations is missing from the Main Menu for everybody. Nothing has been deleted."
      >
        <Link class="btn btn--primary" to="console/integrations">
          Open {integrationsTitle(session)}
        </Link>
      </MessagePage>
    )
  }
  return (
    <MessagePage
      icon="power"
      title={title}
      text="An administrator has turned them off for the whole server. No webhook posts until they are on again; none has been deleted."
    >
      <BackToMessages />
    </MessagePage>
  )
}

export function NoSuchWebhook(): JSX.Element {
  return (
    <MessagePage
      icon="search"
      title="There is no such webhook"
      text="It may have been deleted, or it belongs to somebody else."
    >
      <Link class="btn" to="">
        All incoming webhooks
      </Link>
    </MessagePage>
  )
}

export function SignedOut(): JSX.Element {
  const address = signInAddress()
  return (
    <MessagePage
      icon="lock"
      title="Your sign-in has ended"
      text="Sign in again and you come back to this page. Nothing you had saved is lost."
    >
      {address !== null && (
        <a class="btn btn--primary" href={address}>
          Sign in
        </a>
      )}
    </MessagePage>
  )
}

interface FailureProps {
  readonly error: CallError
  readonly retry: () => void
}

/** A whole page that could not be loaded. */
export function Failure({ error, retry }: FailureProps): JSX.Element {
  return (
    <MessagePage icon="alert" title={failureTitle(error)} text={<FailureText error={error} />}>
      <Button icon="again" onPress={retry}>
        Try again
      </Button>
    </MessagePage>
  )
}

/** A part of a page that could not be loaded. */
export function PartFailure({ error, retry }: FailureProps): JSX.Element {
  return (
    <Empty
      icon="alert"
      title={failureTitle(error)}
      role="alert"
      text={<FailureText error={error} />}
    >
      <Button icon="again" onPress={retry}>
        Try again
      </Button>
    </Empty>
  )
}

function failureTitle({ status, message }: CallError): string {
  return status === 0 || message === ''
    ? 'The server did not answer'
    : `The server answered “${message}”`
}

function FailureText({ error }: { error: CallError }): JSX.Element {
  return (
    <>
      Wait a moment and try again. Webhooks may go on posting meanwhile.
      {error.requestId !== '' && (
        <span class="request-id subtle small">
          Request <code>{error.requestId}</code>
        </span>
      )}
    </>
  )
}

function BackToMessages(): JSX.Element | null {
  if (config.homeUrl === null) return null
  return (
    <a class="btn" href={config.homeUrl}>
      <Icon name="back" />
      Back to messages
    </a>
  )
}
