import {
  AppearanceChoice,
  Bar as Shown,
  Icon,
  type IconName,
  Mark,
  readToken,
  SignedIn,
} from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useContext } from 'preact/hooks'
import type { FoundAttention } from '../api/attention.js'
import { signOut } from '../api/directory.js'
import { config, labels, signInAddress } from '../config.js'
import { useAttentionLoaded } from '../state/attention.js'
import { Link, type Route } from '../state/route.js'
import {
  integrationsTitle,
  servesIntegrations,
  SessionContext,
  useSession,
} from '../state/session.js'

/** Without a session above it, the signed-in user is not known yet. */
export function Bar(drawer: Pick<ComponentProps<typeof Shown>, 'drawer'>) {
  const name = useContext(SessionContext)?.me.username ?? ''
  return (
    <Shown
      {...drawer}
      menu={labels.mainMenu}
      brand={
        <>
          {config.logoUrl === null ? (
            <Mark />
          ) : (
            <img class="mark mark--picture" src={config.logoUrl} alt="" />
          )}
          <span>{config.brandName || config.teamName || 'Webhooks'}</span>
        </>
      }
      end={name !== '' && <SignedIn name={name} />}
    >
      {(close) => <MainMenu close={close} />}
    </Shown>
  )
}

/** Entries that the user cannot use are hidden, not disabled. */
function MainMenu({ close }: { readonly close: () => void }) {
  const session = useContext(SessionContext)
  return (
    <>
      {config.homeUrl !== null && (
        <a class="menu__item" href={config.homeUrl}>
          <Icon name="message" />
          {labels.home}
        </a>
      )}
      {session !== null && servesIntegrations(session) && (
        <Link class="menu__item" to="" onFollow={close}>
          <Icon name="webhook" />
          {labels.integrations}
        </Link>
      )}
      {session?.me.admin === true && (
        <Link class="menu__item" to="console/integrations" onFollow={close}>
          <Icon name="gear" />
          {labels.systemConsole}
        </Link>
      )}
      <hr class="menu__sep" />
      <AppearanceChoice />
      {session !== null && (endsSession() || config.signOutUrl !== null) && (
        <SignOut name={session.me.username} />
      )}
    </>
  )
}

/** Whether the session is one that the auth router can end. */
function endsSession() {
  return config.signsOutCookie || readToken() !== null
}

function SignOut({ name }: { name: string }) {
  const leave = async () => {
    if (endsSession()) await signOut()
    location.assign(config.signOutUrl ?? config.homeUrl ?? signInAddress() ?? config.base.href)
  }
  return (
    <>
      <hr class="menu__sep" />
      <button type="button" class="menu__item" onClick={() => void leave()}>
        <Icon name="leave" />
        Sign out<span class="menu__note">{name}</span>
      </button>
    </>
  )
}

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
