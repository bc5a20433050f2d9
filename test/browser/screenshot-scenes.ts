import type { Page } from 'playwright-core'

/** Where the demo keeps what the scenes need. */
export interface Ids {
  readonly webhook: string
}

/** One picture: an address, and what is done there first. */
export interface Scene {
  readonly name: string
  readonly path: (ids: Ids) => string
  readonly who?: 'admin' | 'other' | 'nobody'
  readonly act?: (page: Page) => Promise<unknown>
  /** The picture that the README shows of it. */
  readonly picture?: { readonly file: string; readonly colorScheme: 'light' | 'dark' }
}

const inReadme = (file: string, colorScheme: 'light' | 'dark' = 'light') => ({
  picture: { file, colorScheme },
})

const chat = () => '/main/channels/builds'
const hook = (rest: string) => (ids: Ids) => `/admin/hooks/${ids.webhook}${rest}`

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const more = (name: RegExp) => async (page: Page) => {
  await press('More actions')(page)
  await press(name)(page)
}

export const SCENES: readonly Scene[] = [
  { name: 'sign-in', path: () => '/login', who: 'nobody' },
  { name: 'chat', path: chat },
  {
    name: 'chat-top',
    path: chat,
    act: (page) => page.evaluate(`document.querySelector('.chat__channel .feed').scrollTo(0, 0)`),
    ...inReadme('chat', 'dark'),
  },
  { name: 'chat-square', path: () => '/main/channels/town-square' },
  { name: 'chat-menu', path: chat, act: press('Main Menu') },
  {
    name: 'chat-thread',
    path: chat,
    act: (page) => page.getByText(/2 replies/).click(),
    ...inReadme('chat-thread'),
  },
  { name: 'chat-switcher', path: chat, act: (page) => page.keyboard.press('Control+k') },
  { name: 'list', path: () => '/admin/' },
  { name: 'add', path: () => '/admin/add' },
  { name: 'add-errors', path: () => '/admin/add', act: press(/^Add$/) },
  { name: 'connect', path: hook('/connect') },
  {
    name: 'connect-settings',
    path: hook('/connect'),
    act: async (page) => {
      await page.getByRole('heading', { name: 'Connect a program' }).hover()
      await page.mouse.wheel(0, 2_000)
    },
    ...inReadme('connect-a-program'),
  },
  {
    name: 'connect-grafana',
    path: hook('/connect'),
    act: (page) => page.getByRole('tab', { name: 'Grafana' }).click(),
  },
  { name: 'requests', path: hook('') },
  {
    name: 'request-open',
    path: hook(''),
    act: (page) => page.locator('.req__link').nth(1).click(),
    ...inReadme('recent-requests'),
  },
  { name: 'edit', path: hook('/edit') },
  { name: 'regenerate', path: hook(''), act: more(/Regenerate/) },
  { name: 'delete', path: hook(''), act: more(/Delete/) },
  {
    name: 'integrations',
    path: () => '/admin/console/integrations',
    ...inReadme('integrations'),
  },
  { name: 'all-requests', path: () => '/admin/console/requests' },
  { name: 'logging', path: () => '/admin/console/logging' },
  { name: 'logs', path: () => '/admin/console/logs', ...inReadme('logs') },
  { name: 'refused', path: () => '/admin/console/logs', who: 'other' },
  { name: 'not-found', path: () => '/admin/hooks/nothing' },
]
