import type { Page } from 'playwright-core'
import { ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'

/** The counts of the reader's channels, of which an answer is on its way. */
interface HeldAnswer {
  /** Settles once the server has made the answer. */
  readonly made: Promise<void>
  readonly release: () => void
}

describe('the count of a channel’s mentions', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
  })

  async function open() {
    const here = await site.channel(unique('here'), ada, bea)
    const other = await site.channel(unique('other'), ada, bea)
    await site.say(bea, here, 'a first message')
    const { page } = await site.visit(ada, here.path)
    await page.getByRole('article').waitFor()
    // A page that shows a channel made just now receives events.
    const late = await site.channel(unique('late'), ada)
    await page.getByRole('link', { name: late.name }).waitFor()
    /** The events before it have reached the page when the marker is shown. */
    const marker = async () => {
      await site.say(bea, here, 'the marker')
      await page.getByText('the marker').waitFor()
    }
    return { page, other, marker }
  }

  it('has no mention twice when the answer that counts it overtakes its event', async () => {
    const { page, other } = await open()
    const { made, release } = await holdNextAnswer(page)
    const fresh = await site.channel(unique('fresh'), ada, bea)
    await made
    await site.say(bea, fresh, '@ada look')
    await site.say(bea, other, '@ada look')
    release()
    await page.getByRole('link', { name: `${fresh.name} 1 mention` }).waitFor()
    await page.getByRole('link', { name: `${other.name} 1 mention` }).waitFor()
  })

  it('loses no mention that comes while an older answer is on its way', async () => {
    const { page, other, marker } = await open()
    const { made, release } = await holdNextAnswer(page)
    const fresh = await site.channel(unique('fresh'), ada)
    await made
    await site.say(bea, other, '@ada look')
    await marker()
    release()
    await page.getByRole('link', { name: fresh.name }).waitFor()
    await page.getByRole('link', { name: `${other.name} 1 mention` }).waitFor()
  })
})

async function holdNextAnswer(page: Page): Promise<HeldAnswer> {
  const made = gate()
  const released = gate()
  let isHeld = false
  // Not `times: 1`: the browser would end its interception as this answer arrives, and sometimes lose the
  // page's next request, which begins then.
  await page.route('**/users/me/teams/*/channels/members', async (route) => {
    if (isHeld) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    made.open()
    await released.passed
    await route.fulfill({ response })
  })
  return { made: made.passed, release: released.open }
}

function gate() {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    passed,
    open: () => {
      open()
    },
  }
}
