import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { config, labels } from '../config.js'
import { Link } from '../parts/link.js'
import type { Route } from '../state/route.js'
import { integrationsTitle, servesIntegrations, useSession } from '../state/session.js'

interface SideProps {
  readonly page: Route['page']
  readonly open: boolean
  readonly close: () => void
}

const WEBHOOK_PAGES: readonly Route['page'][] = ['list', 'add', 'webhook', 'connect']

/** Navigation between the pages; a drawer on narrow screens. */
export function Side({ page, open, close }: SideProps): JSX.Element {
  const session = useSession()
  const integrations = servesIntegrations(session)
  return (
    <nav
      class={open ? 'side drawer is-open' : 'side drawer'}
      id="side"
      aria-label={`${labels.integrations} and ${labels.systemConsole}`}
    >
      {config.homeUrl !== null && (
        <ul>
          <li>
            <a class="side__link" href={config.homeUrl}>
              <Icon name="back" />
              {labels.backToHome}
            </a>
          </li>
        </ul>
      )}
      {integrations && (
        <>
          <div class="side__title" id="side-integrations">
            {labels.integrations}
          </div>
          <ul aria-labelledby="side-integrations">
            <li>
              <Link
                class="side__link"
                to=""
                current={WEBHOOK_PAGES.includes(page)}
                onFollow={close}
              >
                <Icon name="webhook" />
                Incoming Webhooks
              </Link>
            </li>
          </ul>
        </>
      )}
      {integrations && session.me.admin && <hr class="side__rule" />}
      {session.me.admin && <ConsoleLinks page={page} close={close} />}
    </nav>
  )
}

function ConsoleLinks({ page, close }: Omit<SideProps, 'open'>): JSX.Element {
  const title = integrationsTitle(useSession())
  return (
    <>
      <div class="side__title" id="side-console">
        {labels.systemConsole}
      </div>
      <ul aria-labelledby="side-console">
        <li>
          <span class="side__label" id="side-tree">
            <Icon name="sliders" />
            {labels.integrations}
          </span>
          <ul class="side__tree" aria-labelledby="side-tree">
            <li>
              <Link
                class="side__link"
                to="console/integrations"
                current={page === 'integrations'}
                onFollow={close}
              >
                {title}
              </Link>
            </li>
          </ul>
        </li>
        <li>
          <Link
            class="side__link"
            to="console/logging"
            current={page === 'logging'}
            onFollow={close}
          >
            <Icon name="terminal" />
            Logging
          </Link>
        </li>
        <li>
          <Link class="side__link" to="console/logs" current={page === 'logs'} onFollow={close}>
            <Icon name="lines" />
            Logs
          </Link>
        </li>
      </ul>
    </>
  )
}
