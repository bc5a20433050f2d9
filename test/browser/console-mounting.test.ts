import { expect } from 'chai'
import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { type ConsoleOptions, consoleRouter } from 'express-incoming-webhooks/console'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { openPage } from './console-site.js'
import { OwnHost } from './own-host.js'
import type { Visit } from './windows.js'

describe('the console of a host below a prefix', () => {
  const own = OwnHost.forSuite()
  const start = async (options: Partial<ConsoleOptions>): Promise<string> =>
    `${await own.listen(host(options))}/chat/tools/hooks-admin`
  const visit = (url: string): Promise<Visit> => openPage(own.windows, url, {})

  it('works from every address of its own, with the cookies of the host', async () => {
    const url = await start({})
    const { page, faults } = await visit(url)
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).click()
    expect(page.url()).to.equal(`${url}/add`)
    await page.reload()
    await page.getByLabel('Name', { exact: true }).fill('Here')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Town Square' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Here is ready' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Here is ready' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()).to.match(
      /^https:\/\/chat\.example\.org\/chat\/hooks\//,
    )
    expect(await page.getByRole('link', { name: 'Back to messages' }).count()).to.equal(0)
    expect(faults).to.deep.equal([])
  })

  it('calls the page of the switches Custom Integrations for versions before 5.12', async () => {
    const { page } = await visit(`${await start({ compatVersion: '5.11.1' })}/console/integrations`)
    await page.getByRole('heading', { name: 'Custom Integrations' }).waitFor()
    expect(await page.title()).to.match(/^Custom Integrations/)
    const side = page.getByRole('navigation', { name: 'Integrations and System Console' })
    await side.getByRole('link', { name: 'Custom Integrations' }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Custom').waitFor()
  })

  it('calls it Integration Management from 5.12 on', async () => {
    const { page } = await visit(`${await start({ compatVersion: '5.12' })}/console/integrations`)
    await page.getByRole('heading', { name: 'Integration Management' }).waitFor()
  })

  it('bears the name and the mark of the host', async () => {
    const brand = { name: 'Brückner & </script><script>stop()</script>', logoUrl: '../../logo.svg' }
    const { page, faults } = await visit(await start({ brand }))
    expect(await page.getByRole('button', { name: 'Main Menu' }).textContent()).to.include(
      brand.name,
    )
    expect(await page.locator('img.mark').getAttribute('src')).to.match(/\/chat\/logo\.svg$/)
    const icons = await page.evaluate(
      `[document.querySelector('link[rel="icon"]').href, document.querySelector('img.mark').src]`,
    )
    expect(icons).to.satisfy(([tab, bar]: string[]) => tab === bar && tab?.endsWith('/logo.svg'))
    expect(faults).to.deep.equal([])
  })

  it('has a mark of its own in the tab without one of the host', async () => {
    const { page } = await visit(await start({}))
    const icon = await page.locator('link[rel="icon"]').getAttribute('href')
    expect(icon).to.match(/^data:image\/svg\+xml,%3Csvg/)
  })
})

function host(options: Partial<ConsoleOptions>): express.Express {
  const adapters = createMemoryAdapters()
  const ann = { id: 'ann', username: 'ann', email: '', admin: true, createAt: 1, deleteAt: 0 }
  adapters.host.users.set(ann.id, ann)
  adapters.host.channels.set('square', {
    id: 'square',
    teamId: 'main',
    type: 'public',
    name: 'town-square',
    displayName: 'Town Square',
    deleteAt: 0,
  })
  const webhooks = createIncomingWebhooks({
    adapters,
    log: false,
    secret: '7f3a9c51e8d24b60a1f7c3d95e0b8246',
    siteUrl: 'https://chat.example.org/chat',
    currentUser: () => ann,
  })
  // The calls come from the test's own address, which the cookies' guard would call foreign.
  const site: express.RequestHandler = (req, _res, next) => {
    if (req.headers.origin !== undefined) req.headers.origin = 'https://chat.example.org'
    next()
  }
  const app = express()
  app.use('/api/v4', site, webhooks.adminRouter)
  app.get('/logo.svg', (_req, res) => {
    res.type('svg').send('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  const paths = { apiBase: '../../api/v4', hooksBase: '../../hooks' }
  app.use('/tools/hooks-admin', consoleRouter({ ...paths, ...options }))
  return express().use('/chat', app)
}
