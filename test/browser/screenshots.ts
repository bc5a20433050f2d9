import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ChatSite, type Person } from './chat-site.js'
import { fillDemo } from './screenshot-demo.js'
import { type Ids, type Scene, SCENES } from './screenshot-scenes.js'

const LOOKS = [
  { look: 'wide-light', width: 1280, height: 800, colorScheme: 'light' },
  { look: 'wide-dark', width: 1280, height: 800, colorScheme: 'dark' },
  { look: 'narrow-light', width: 390, height: 844, colorScheme: 'light' },
  { look: 'narrow-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

const [folder = 'screenshots', only = ''] = process.argv.slice(2)

/** Every page of the demo, light and dark, wide and narrow, into a folder. */
async function shoot(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const site = await ChatSite.start({ env: { DEMO: '1', IMAGE_HOSTS: '' } })
  try {
    const people = { admin: await site.admin(), other: await site.person('nadia'), nobody: null }
    const ids = await fillDemo(site, people.admin)
    for (const scene of SCENES.filter(({ name }) => name.includes(only))) {
      for (const look of LOOKS)
        await shootScene(site, scene, ids, people[scene.who ?? 'admin'], look)
      console.log(scene.name)
    }
  } finally {
    await site.stop()
  }
}

async function shootScene(
  site: ChatSite,
  { name, path, act }: Scene,
  ids: Ids,
  person: Person | null,
  { look, width, height, colorScheme }: (typeof LOOKS)[number],
): Promise<void> {
  const { page } = await site.visit(person, path(ids), {
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: 1,
  })
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
  await site.leave()
}

await shoot()
