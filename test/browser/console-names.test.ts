import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite, textOf } from './site.js'

/** The longest name of a channel, without a place to break it. */
const NAME = 'W'.repeat(64)

describe('names of 64 characters without spaces', () => {
  const site = forSuite(new ConsoleSite())
  let id: string

  before(async () => {
    await site.change('ServiceSettings', {
      EnablePostUsernameOverride: true,
      EnablePostIconOverride: true,
    })
    const team_id = textOf(await site.host.api('GET', '/teams/name/main'), 'id')
    const channel = { team_id, name: NAME.toLowerCase(), display_name: NAME, type: 'O' }
    const channelId = textOf(await site.host.api('POST', '/channels', channel), 'id')
    const webhook = await site.addWebhook(channelId, NAME, { description: NAME, username: NAME })
    id = webhook.id
    await site.post(webhook.url, { text: 'a' })
  })

  const chooseChannel = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: NAME }).click()
    await page.getByLabel('Display name').fill(NAME)
  }
  const sendTest = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Posted to').waitFor()
  }
  const pages = (): readonly (readonly [string, ((page: Page) => Promise<void>)?])[] => [
    [''],
    [`?q=${NAME}-${NAME}`],
    ['add', chooseChannel],
    [`hooks/${id}`],
    [`hooks/${id}/edit`],
    [`hooks/${id}?ask=delete`],
    [`hooks/${id}?ask=test`, sendTest],
    [`hooks/${id}/connect?added=1`],
  ]

  for (const width of [390, 1280]) {
    it(`stay inside the cards and beside the buttons at ${width} px`, async () => {
      for (const [path, act] of pages()) {
        const { page } = await site.visit(path, { viewport: { width, height: 800 } })
        await page.locator('main :is(.card, .empty)').first().waitFor()
        await act?.(page)
        expect(await page.evaluate(OUTSIDE), path).to.deep.equal([])
        expect(await barriersIn(page), path).to.deep.equal([])
      }
    })
  }
})

/** Texts that the window cuts, and those that lie under a button. */
const OUTSIDE = `(() => {
  const found = []
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) found.push('the page scrolls by ' + over)
  const buttons = document.querySelector('dialog[open]') ? [] : document.querySelectorAll('main .btn')
  for (const element of document.querySelectorAll('main :is(h1, .tag__name, .who__name, .cell-main__name, .post__author, dd, .crumbs li), dialog :is(h2, p)')) {
    if (!element.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(element)
    const isClipped = getComputedStyle(element).overflowX !== 'visible'
    const text = isClipped ? element.getBoundingClientRect() : range.getBoundingClientRect()
    if (text.width === 0) continue
    if (text.right > innerWidth) found.push('cut: ' + element.outerHTML)
    for (const button of buttons) {
      // Closed details have a place too.
      if (!button.checkVisibility()) continue
      const at = button.getBoundingClientRect()
      const isApart = text.right <= at.left || text.left >= at.right || text.bottom <= at.top || text.top >= at.bottom
      if (at.width > 0 && !isApart && !element.contains(button)) found.push('under a button: ' + element.outerHTML)
    }
  }
  return found
})()`
