import { Icon, type IconName } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import type { FoundAttention } from '../api/attention.js'
import { config, labels } from '../config.js'
import { Link } from '../parts/link.js'
import { useAttentionLoaded } from '../state/attention.js'
import type { Route } from '../state/route.js'
import { integrationsTitle, servesIntegrations, useSession } from '../state/session.js'

interface SideProps {
  readonly page: Route['page']
  readonly open: boolean
  readonly close: () => void
}

/** Navigation between the pages; a drawer on narrow screens. */
export function Side({ page, open, close }: SideProps) {
  const session = useSession()
  const integrations = servesIntegrations(session)
  const attention = useAttentionLoaded(integrations)
  const item = (
    to: string,
    icon: IconName | null,
    text: ComponentChildren,
    ...pages: Route['page'][]
  ) => (
    <li>
      <Link class="side__link" to={to} current={pages.includes(page)} onFollow={close}>
        {icon && <Icon name={icon} />}
        {text}
      </Link>
    </li>
  )
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
            {item(
              '',
              'webhook',
              <Webhooks {...attention} />,
              'list',
              'add',
              'webhook',
              'request',
              'connect',
              'workbench',
            )}
          </ul>
        </>
      )}
      {integrations && session.me.admin && <hr class="side__rule" />}
      {session.me.admin && (
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
                {item('console/integrations', null, integrationsTitle(session), 'integrations')}
              </ul>
            </li>
            {item('console/requests', 'pulse', 'Requests', 'requests')}
            {item('console/logging', 'terminal', 'Logging', 'logging')}
            {item('console/logs', 'lines', 'Logs', 'logs')}
          </ul>
        </>
      )}
    </nav>
  )
}

/** With how many of them need attention. */
function Webhooks({ list, hasMore }: FoundAttention) {
  return (
    <>
      Incoming Webhooks{' '}
      {list.length > 0 && (
        <span class="side__n">
          <span class="mentions">
            {list.length}
            {hasMore && '+'}
          </span>
          <span class="vh"> need attention</span>
        </span>
      )}
    </>
  )
}
