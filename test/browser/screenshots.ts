import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ChatSite } from './chat-site.js'
import { PICTURED, pictured, PICTURES } from './pictured.js'
import { fillDemo } from './screenshot-demo.js'
import { type Ids, type Scene, SCENES } from './screenshot-scenes.js'
import type { Person } from './site.js'

interface Look {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 844 }
const LOOKS: Readonly<Record<string, Look>> = {
  'wide-light': { ...WIDE, colorScheme: 'light' },
  'wide-dark': { ...WIDE, colorScheme: 'dark' },
  'narrow-light': { ...NARROW, colorScheme: 'light' },
  'narrow-dark': { ...NARROW, colorScheme: 'dark' },
}

const [folder = 'screenshots', only = ''] = process.argv.slice(2)

/** A running demo, and who looks at it. */
interface Stage {
  readonly site: ChatSite
  readonly ids: Ids
  readonly people: Readonly<Record<NonNullable<Scene['who']>, Person | null>>
}

/** Every page of the demo, light and dark, wide and narrow, into a folder; or those of the README. */
async function shoot(): Promise<void> {
  const site = await new ChatSite().start({ env: { DEMO: '1', IMAGE_HOSTS: '' } })
  try {
    const people = { admin: await site.admin(), other: await site.person('nadia'), nobody: null }
    const stage = { site, people, ids: await fillDemo(site, people.admin) }
    if (folder === '--readme') await shootForReadme(stage)
    else await shootAll(stage)
  } finally {
    await site.stop()
  }
}

async function shootAll(stage: Stage): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const scene of SCENES.filter(({ name }) => name.includes(only))) {
    for (const [name, look] of Object.entries(LOOKS)) {
      const page = await open(stage, scene, look)
      await page.screenshot({ path: join(folder, `${scene.name}-${name}.png`) })
      await stage.site.leave()
    }
    console.log(scene.name)
  }
}

async function shootForReadme(stage: Stage): Promise<void> {
  for (const scene of SCENES) {
    const { picture } = scene
    if (!picture) continue
    const page = await open(stage, scene, { ...WIDE, colorScheme: picture.colorScheme })
    const bytes = await asWebp(page, await page.screenshot())
    await writeFile(join(PICTURES, `${picture.file}.webp`), bytes)
    console.log(picture.file, bytes.length)
    await stage.site.leave()
  }
  await writeFile(PICTURED, await pictured())
}

async function open(
  { site, ids, people }: Stage,
  { who = 'admin', path, act }: Scene,
  { width, height, colorScheme }: Look,
): Promise<Page> {
  const { page } = await site.visit(people[who], path(ids), {
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: 1,
  })
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await page.waitForTimeout(400)
  return page
}

// A third of a PNG's size: the package carries these pictures.
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage()
  const address: unknown = await blank.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', 0.6)
  })()`)
  return Buffer.from(String(address).replace(/^.*,/, ''), 'base64')
}

await shoot()
