import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptedSenders } from '../support/senders.js'
import { type Channel, ChatSite } from './chat-site.js'
import { OWN_PAYLOADS, type Payload } from './gallery-payloads.js'
import { PICTURE_HOST, servePictures } from './picture.js'

const PER_SHEET = 5
const WIDTHS = { wide: 1100, narrow: 390 } as const

const [folder = 'screenshots/gallery', width = 'wide', scheme = 'light', only = ''] =
  process.argv.slice(2)

/** How the chat shows messages of all kinds: sheets of a few posts each, into a folder. */
async function shoot(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const site = await new ChatSite().start({ env: { IMAGE_HOSTS: PICTURE_HOST } })
  try {
    await site.setting('EnablePostUsernameOverride', true)
    await site.setting('EnablePostIconOverride', true)
    const payloads = [...OWN_PAYLOADS, ...recorded()]
    for (let at = 0; at < payloads.length; at += PER_SHEET) {
      const name = `sheet-${String(at / PER_SHEET).padStart(2, '0')}`
      if (!name.includes(only)) continue
      const channel = await site.channel(name)
      for (const payload of payloads.slice(at, at + PER_SHEET)) {
        const status = await site.hook(channel, payload)
        if (status !== 200) console.log(name, status, JSON.stringify(payload).slice(0, 200))
      }
      await shootSheet(site, channel)
      console.log(name)
    }
  } finally {
    await site.stop()
  }
}

/** One recorded request of each program that sends JSON. */
function recorded(): readonly Payload[] {
  const programs = new Map<string, Payload>()
  for (const { name, request } of acceptedSenders()) {
    const { body } = request()
    const sent = body.kind === 'bytes' ? parsed(Buffer.from(body.bytes).toString('utf8')) : null
    const program = name.split('-').slice(0, 2).join('-')
    if (isPayload(sent)) programs.set(program, { ...sent, channel: '' })
  }
  return [...programs.values()]
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return null
  }
}

async function shootSheet(site: ChatSite, channel: Channel): Promise<void> {
  const { page } = await site.visit(await site.admin(), channel.path, {
    viewport: { width: width === 'narrow' ? WIDTHS.narrow : WIDTHS.wide, height: 2_400 },
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    deviceScaleFactor: 1,
    scripts: [],
  })
  await servePictures(page)
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(600)
  const top = await page.locator('.chat__channel .day').boundingBox()
  const { x = 0, y = 0 } = top ?? {}
  const { width: all, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const left = Math.max(0, x - 24)
  const clip = { x: left, y: Math.max(0, y), width: all - left, height: height - Math.max(0, y) }
  await page.screenshot({ clip, path: join(folder, `${channel.name}-${width}-${scheme}.png`) })
  await site.leave()
}

await shoot()
