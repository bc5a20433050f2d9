import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

const LONG = 'Roll-outs and what follows from them, with all that went wrong on the way. '.repeat(3)

describe('the head of a channel', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
    channel = await site.channel('deploys', ada, bea)
  })

  const purpose = (page: Page) => page.locator('.chead__words')
  async function act(page: Page, what: string): Promise<void> {
    await page.getByRole('button', { name: 'Channel actions' }).click()
    await page.getByRole('button', { name: what }).click()
  }

  it('says what the channel is for; members change it, and others see the change at once', async () => {
    const [{ page }, other] = await Promise.all([
      site.visit(ada, channel.path),
      site.visit(bea, channel.path),
    ])
    await other.page.getByText('3 people').waitFor()
    expect(await purpose(page).count()).to.equal(0)
    await act(page, 'Edit purpose')
    const dialog = page.getByRole('dialog', { name: 'Edit purpose' })
    await dialog.getByLabel('Purpose').fill('Roll-outs')
    expect(await barriersIn(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const each of [page, other.page]) {
      await purpose(each).getByText('Roll-outs', { exact: true }).waitFor()
    }
    await other.page.reload()
    await purpose(other.page).getByText('Roll-outs', { exact: true }).waitFor()
    await act(page, 'Edit purpose')
    expect(await dialog.getByLabel('Purpose').inputValue()).to.equal('Roll-outs')
    await dialog.getByLabel('Purpose').fill('')
    await page.keyboard.press('Enter')
    await expectSoon(async () => (await purpose(other.page).count()) === 0)
  })

  for (const width of [1280, 390]) {
    it(`shows a long purpose in one line, and all of it on focus, at ${width} pixels`, async () => {
      const path = `/channels/${channel.id}/patch`
      await site.as(ada.token, 'PUT', path, { purpose: LONG })
      const { page } = await site.visit(ada, channel.path, { viewport: { width, height: 800 } })
      const words = purpose(page)
      await words.waitFor()
      expect((await words.boundingBox())?.height).to.be.lessThan(24)
      const people = await page.getByText('3 people').boundingBox()
      expect((people?.x ?? 0) + (people?.width ?? 0)).to.be.lessThan(width)
      const tip = page.locator('.chead__tip')
      expect(await tip.count()).to.equal(0)
      await words.focus()
      await tip.waitFor()
      const box = await tip.boundingBox()
      expect(box?.height).to.be.greaterThan(40)
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(width)
      expect(await barriersIn(page)).to.deep.equal([])
      await page.keyboard.press('Escape')
      await tip.waitFor({ state: 'detached' })
      await words.hover()
      await tip.waitFor()
    })
  }

  it('adds people to a private channel, who have it at once', async () => {
    const cem = await site.person('cem')
    const [{ page }, other] = await Promise.all([
      site.visit(ada, channel.path),
      site.visit(cem, channel.path),
    ])
    await page.getByRole('button', { name: 'Add channels' }).click()
    await page.getByRole('button', { name: 'Create channel' }).click()
    const create = page.getByRole('dialog', { name: 'Create channel' })
    await create.getByLabel('Name').fill('Plans')
    await create.getByLabel('Purpose').fill('What comes next')
    await create.getByLabel('Private').check()
    await create.getByRole('button', { name: 'Create channel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
    await purpose(page).getByText('What comes next').waitFor()
    await act(page, 'Add people')
    const dialog = page.getByRole('dialog', { name: 'Add people to Plans' })
    await dialog.getByRole('option', { name: 'cem' }).waitFor()
    expect(await dialog.getByRole('option', { name: 'ada' }).count()).to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
    await dialog.getByRole('combobox').fill('ce')
    await page.keyboard.press('Enter')
    await dialog.getByText('cem was added.').waitFor()
    expect(await dialog.getByRole('option', { name: 'cem' }).count()).to.equal(0)
    await page.keyboard.press('Escape')
    await page.getByText('2 people').waitFor()
    const group = other.page.getByRole('region', { name: 'Private channels' })
    await group.getByRole('link', { name: 'Plans' }).click()
    await purpose(other.page).getByText('What comes next').waitFor()
  })

  it('has a menu that opens and moves by arrow keys', async () => {
    const { page } = await site.visit(ada, channel.path)
    const button = page.getByRole('button', { name: 'Channel actions' })
    await button.focus()
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent')
    const steps = [
      ['ArrowDown', 'Add people'],
      ['ArrowDown', 'Edit purpose'],
      ['End', 'Leave channel'],
      ['ArrowDown', 'Add people'],
      ['ArrowUp', 'Leave channel'],
      ['Home', 'Add people'],
    ] as const
    for (const [key, text] of steps) {
      await page.keyboard.press(key)
      expect(await focused(), key).to.equal(text)
    }
    await page.keyboard.press('Escape')
    await expectSoon(() => page.evaluate(`document.activeElement.ariaLabel === 'Channel actions'`))
  })

  it('of a missing channel says where the channels are', async () => {
    const { page } = await site.visit(ada, '/main/channels/nowhere')
    await page.getByText('Choose a channel from the list.').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByText('Open the menu at the top left, and choose a channel.').waitFor()
    expect(await page.getByText('Choose a channel from the list.').isVisible()).to.equal(false)
  })
})
