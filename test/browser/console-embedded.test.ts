import { expect } from 'chai'
import express, { type Request } from 'express'
import { createIncomingWebhooks, type HookUser } from 'express-incoming-webhooks'
import { type ConsoleOptions, consoleRouter } from 'express-incoming-webhooks/console'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import type { Locator } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { OwnHost } from './own-host.js'
import { expectSoon, type Visit } from './windows.js'

const ANN: HookUser = {
  id: 'ann',
  username: 'ann',
  email: '',
  admin: true,
  createAt: 1,
  deleteAt: 0,
}
const COOKIE = 'user=ann'

describe('the console in an app with a design and cookies of its own', () => {
  const own = OwnHost.forSuite()
  const start = (options: Partial<ConsoleOptions> = {}): Promise<string> =>
    own.listen(host(options))
  const signedIn = (url: string, path: string): Promise<Visit> =>
    own.windows.open(`${url}${path}`, { scripts: [`document.cookie = '${COOKIE}; path=/'`] })

  it('has the colour, the corners, the font and the style sheet of the app in both themes', async () => {
    const theme = { accent: '#ffd400', radius: 12, font: '"Brand Serif", serif', css: '/brand.css' }
    const url = await start({ theme })
    const { page, faults } = await signedIn(url, '/admin/add')
    const button = page.getByRole('button', { name: 'Add', exact: true })
    await button.waitFor()
    const style = (name: string): Promise<unknown> =>
      page.evaluate(
        `getComputedStyle(document.querySelector('.btn--primary')).getPropertyValue('${name}')`,
      )
    expect(await style('border-top-left-radius')).to.equal('12px')
    expect(await style('font-family')).to.equal('"Brand Serif", serif')
    expect(await style('text-transform')).to.equal('uppercase')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await barriersIn(page), colorScheme).to.deep.equal([])
    }
    expect(await style('background-color')).to.equal('rgb(255, 212, 0)')
    expect(faults).to.deep.equal([])
  })

  it('is shown in a frame of the app if the app allows it', async () => {
    const allowed = await start({ frameAncestors: ["'self'"] })
    const { page } = await signedIn(allowed, '/portal')
    await page.frameLocator('iframe').getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  })

  const hosts = ['a.example', 'b.example:80', 'c.example', 'd.example', 'e.example', 'f.example']
  const sources: readonly (readonly [readonly string[], said: string])[] = [
    [[], "This app doesn't show pictures from other sites."],
    [['a.example'], 'This app shows pictures from other sites only if they are on a.example.'],
    [
      hosts,
      'This app shows pictures from other sites only if they are on a.example, b.example:80, c.example, d.example, e.example, and 1 more.',
    ],
  ]
  for (const [imageHosts, said] of sources) {
    it(`says where pictures are shown from: ${imageHosts.join(' ') || 'nowhere else'}`, async () => {
      const { setting, field } = await hintsOfPictures({ imageHosts })
      expect(setting).to.match(/its owner\. /)
      expect(setting.endsWith(said)).to.equal(true)
      expect(field).to.equal(said)
    })
  }

  it('says nothing of where pictures are shown from, if the app does not', async () => {
    const { setting, field } = await hintsOfPictures({})
    expect(setting).to.match(/its owner\.$/)
    expect(field).to.equal('')
  })

  /** What is said at the setting for pictures, and at the field for one. */
  async function hintsOfPictures(
    options: Partial<ConsoleOptions>,
  ): Promise<{ readonly setting: string; readonly field: string }> {
    const url = await start(options)
    const { page } = await signedIn(url, '/admin/console/integrations')
    const control = page.getByRole('switch', { name: /profile picture icons/ })
    const setting = await hintOf(control)
    await page.goto(`${url}/admin/add`)
    const field = await hintOf(page.getByLabel('Picture URL'))
    expect(await barriersIn(page)).to.deep.equal([])
    return { setting, field }
  }

  it('speaks of what the app calls its pages', async () => {
    const labels = {
      backToHome: 'Back to ACME',
      home: 'Orders',
      mainMenu: 'ACME menu',
      integrations: 'Connections',
      systemConsole: 'Administration',
    }
    const { page } = await signedIn(await start({ labels, homeUrl: '/' }), '/admin/')
    await page.getByRole('link', { name: 'Back to ACME' }).waitFor()
    await page.getByRole('navigation', { name: 'Connections and Administration' }).waitFor()
    await page.getByRole('button', { name: 'ACME menu' }).click()
    const menu = page.getByRole('navigation', { name: 'ACME menu' })
    await menu.getByRole('link', { name: 'Orders' }).waitFor()
    await menu.getByRole('link', { name: 'Administration' }).waitFor()
    expect(await page.locator('body').textContent()).not.to.match(
      /Back to messages|Main Menu|System Console|Integrations/,
    )
  })

  it('shows who is signed in, and signs out on a page of the app', async () => {
    const { page } = await signedIn(await start({ signOutUrl: '../sign-out' }), '/admin/')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const bar = page.getByRole('banner')
      await bar.locator('.av').waitFor()
      expect(await bar.ariaSnapshot(), `at ${width}`).to.include('Signed in as ann')
    }
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Goodbye' }).waitFor()
  })

  it('leads visitors who have not signed in to the app', async () => {
    const url = await start({ homeUrl: '../' })
    const { page } = await own.windows.open(`${url}/admin/`)
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'ACME' }).waitFor()
  })

  it('finds out by another try that somebody has signed in meanwhile', async () => {
    const { page } = await own.windows.open(`${await start()}/admin/`)
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    await page.evaluate(`document.cookie = '${COOKIE}; path=/'`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  })

  it('has a way back from an unknown address', async () => {
    const { page } = await signedIn(await start(), '/admin/console/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'All incoming webhooks' }).click()
    await page.getByRole('heading', { name: 'Incoming Webhooks', level: 1 }).waitFor()
    await expectSoon(async () => (await page.evaluate('location.pathname')) === '/admin/')
  })
})

async function hintOf(control: Locator): Promise<string> {
  const id = await control.getAttribute('aria-describedby')
  return id === null ? '' : control.page().locator(`#${id}`).innerText()
}

function host(options: Partial<ConsoleOptions>): express.Express {
  const adapters = createMemoryAdapters()
  adapters.host.users.set(ANN.id, ANN)
  adapters.host.settings = { ...adapters.host.settings, enablePostIconOverride: true }
  const { adminRouter } = createIncomingWebhooks({
    adapters,
    log: false,
    secret: '7f3a9c51e8d24b60a1f7c3d95e0b8246',
    siteUrl: 'https://app.example.org',
    currentUser: (req: Request) => (req.headers.cookie === COOKIE ? ANN : null),
  })
  const app = express()
  const pages: readonly (readonly [path: string, html: string])[] = [
    ['/', '<title>ACME</title><h1>ACME</h1>'],
    ['/portal', '<title>Portal</title><iframe title="Webhooks" src="/admin/"></iframe>'],
    ['/sign-out', '<title>ACME</title><h1>Goodbye</h1>'],
  ]
  for (const [path, html] of pages) {
    app.get(path, (_req, res) => {
      res.type('html').send(`<!doctype html>${html}`)
    })
  }
  app.get('/brand.css', (_req, res) => {
    res.type('css').send('.btn--primary { text-transform: uppercase }')
  })
  app.use('/api/v4', adminRouter)
  app.use('/admin', consoleRouter({ apiBase: '../api/v4', hooksBase: '../hooks', ...options }))
  return app
}
