import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect } from 'preact/hooks'
import { rootPath } from '../api/root.js'

interface EmptyProps extends Pick<ComponentProps<'div'>, 'id' | 'tabIndex' | 'role'> {
  readonly icon: IconName
  /** Whether it is where something was expected. */
  readonly muted?: boolean
  readonly title: string
  /** Whether there is nothing else on the page. */
  readonly isPage?: boolean
  readonly children: ComponentChildren
}

/** In place of content that is not there. */
export function Empty(props: EmptyProps) {
  const { icon, muted = true, title, isPage = false, children, ...more } = props
  const Title = isPage ? 'h1' : 'h3'
  return (
    <div class="empty" {...more}>
      <span class={muted ? 'empty__art empty__art--muted' : 'empty__art'}>
        <Icon name={icon} size="large" />
      </span>
      <Title>{title}</Title>
      {children}
    </div>
  )
}

interface FailedProps {
  readonly isPage?: boolean
  readonly requestId: string
  readonly onRetry: () => void
}

export function Failed({ isPage = false, requestId, onRetry }: FailedProps) {
  return (
    <Empty icon="alert" title="The messages could not be loaded" isPage={isPage} role="alert">
      <p>
        The server did not respond. Nothing is lost.
        {requestId !== '' && ` Request ${requestId}.`}
      </p>
      <div class="btns">
        <button type="button" class="btn" onClick={onRetry}>
          <Icon name="again" />
          Try again
        </button>
      </div>
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
      <Empty icon="search" title="Page not found" isPage>
        <p>There is no page at this address. It may be misspelled, or from an old link.</p>
        <div class="btns">
          <a class="btn btn--primary" href={rootPath}>
            Go to messages
          </a>
        </div>
      </Empty>
    </main>
  )
}

/** In place of a channel or a message. */
export function NoPlace() {
  return (
    <Empty icon="search" title="Channel or message not found" isPage id="missing" tabIndex={-1}>
      <p>
        It may have been deleted, or you may not have access to it.{' '}
        <span class="only-wide">Choose a channel from the list.</span>
        <span class="only-narrow">Open the menu at the top left, and choose a channel.</span>
      </p>
    </Empty>
  )
}

export function NoThread() {
  return (
    <Empty icon="search" title="Thread not found" role="alert">
      <p>It may have been deleted, or you may not have access to it.</p>
    </Empty>
  )
}
