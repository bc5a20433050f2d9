import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { rootPath } from '../api/root.js'

/** The page at an address that the chat does not have. */
export function NotFound(): JSX.Element {
  useEffect(() => {
    document.title = 'Page not found'
  }, [])
  return (
    <main class="center" id="main">
      <div class="empty">
        <span class="empty__art empty__art--muted">
          <Icon name="search" size="large" />
        </span>
        <h1>Page not found</h1>
        <p>There is no page at this address. It may be misspelled, or from an old link.</p>
        <div class="btns">
          <a class="btn btn--primary" href={rootPath}>
            Go to messages
          </a>
        </div>
      </div>
    </main>
  )
}

/** In place of a channel or a message. */
export function NoPlace(): JSX.Element {
  return (
    <div class="empty" tabIndex={-1} id="missing">
      <span class="empty__art empty__art--muted">
        <Icon name="search" size="large" />
      </span>
      <h1>Channel or message not found</h1>
      <p>
        It may have been deleted, or you may not have access to it.{' '}
        <span class="only-wide">Choose a channel from the list.</span>
        <span class="only-narrow">Open the menu at the top left, and choose a channel.</span>
      </p>
    </div>
  )
}
