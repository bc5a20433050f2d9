import { Button } from 'express-incoming-webhooks-ui/button'
import { Empty } from 'express-incoming-webhooks-ui/empty'
import { useEffect } from 'preact/hooks'
import { rootPath } from '../api/call.js'

interface FailedProps {
  readonly isPage?: boolean
  readonly requestId: string
  readonly onRetry: () => void
}

export function Failed({ isPage = false, requestId, onRetry }: FailedProps) {
  const Title = isPage ? 'h1' : 'h3'
  return (
    <Empty
      icon="alert"
      heading={<Title>The messages could not be loaded</Title>}
      role="alert"
      text={`The server did not respond. Nothing is lost.${requestId && ` Request ${requestId}.`}`}
    >
      <Button icon="again" onPress={onRetry}>
        Try again
      </Button>
    </Empty>
  )
}

/** The page at an address that the chat does not have. */
export function NoPage() {
  useEffect(() => {
    document.title = 'Page not found'
  }, [])
  return (
    <main class="center" id="main">
      <Empty
        icon="search"
        heading={<h1>Page not found</h1>}
        text="There is no page at this address. It may be misspelled, or from an old link."
      >
        <a class="btn btn--primary" href={rootPath}>
          Go to messages
        </a>
      </Empty>
    </main>
  )
}

const GONE = 'It may have been deleted, or you may not have access to it.'

/** In place of a channel or a message. */
export function NoPlace() {
  return (
    <Empty
      icon="search"
      heading={<h1>Channel or message not found</h1>}
      id="missing"
      tabIndex={-1}
      text={
        <>
          {GONE} <span class="only-wide">Choose a channel from the list.</span>
          <span class="only-narrow">Open the menu at the top left, and choose a channel.</span>
        </>
      }
    />
  )
}

export function NoThread() {
  return <Empty icon="search" heading={<h3>Thread not found</h3>} role="alert" text={GONE} />
}
