import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Channel, ChatSite } from '../test/browser/chat-site.js'
import type { Person } from '../test/browser/site.js'
import { ROOT } from '../test/support/root.js'
import { median } from './figures.js'

const POSTS = 10_000
const AT_ONCE = 50
const RUNS = 5
/** Screens to scroll up: each loads older messages. */
const SCREENS = 4

/** Filled up to the longest post: what parsers and browsers find hard. */
// prettier-ignore
const HOSTILE = [
  '>', '[', '*', '_a', '**a', '~~', '`', '![', '<', '(', '&', '&#', '|', '- ', '1. ', '# ', '> a\n',
  '[a](', '[a][b]', '\\', 'a@b.', 'https://a/', '- a\n  ', '|a|b|\n|-|-|\n',
]
const LONGEST = 16_383

/** What a reader waits for, and how long at most. */
const BARS = [
  { what: 'scripts of the chat, kB gzip', most: 120 },
  { what: 'the chat takes input after, ms', most: 1_000 },
  { what: `a channel of ${POSTS.toLocaleString('en')} posts opens in, ms`, most: 300 },
  { what: `long tasks while scrolling ${SCREENS} pages`, most: 0 },
  { what: 'the worst of 24 hostile posts is drawn in, ms', most: 100 },
] as const

// Written down by the page itself, so that the way to this process costs nothing.
const CLOCK = `
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask' })
  window.once = (selector) => new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return false
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0))
      return true
    }
    if (look()) return
    const observer = new MutationObserver(() => look() && observer.disconnect())
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
  window.ready = window.once('#compose:enabled')`

async function measure(): Promise<void> {
  const site = await new ChatSite().start()
  const ada = await site.person('ada')
  const [small, large] = [await site.channel('small', ada), await site.channel('large', ada)]
  await fill(site, large)
  const runs: (readonly number[])[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureOnce(site, ada, small, large))
  await site.stop()
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}; medians of ${RUNS} runs`)
  const figures = [gzipped(), ...[0, 1, 2, 3].map((n) => median(runs.map((run) => run[n] ?? NaN)))]
  const missed = BARS.filter(({ what, most }, index) => {
    const figure = figures[index] ?? NaN
    const held = figure <= most
    const end = held ? '' : '  TOO MUCH'
    console.log(`${what.padEnd(42)}${figure.toFixed(0).padStart(6)}  of ${most}${end}`)
    return !held
  })
  process.exitCode = missed.length === 0 ? 0 : 1
}

async function fill(site: ChatSite, channel: Channel): Promise<void> {
  let next = 0
  const send = async (): Promise<void> => {
    while (next < POSTS) {
      const status = await site.hook(channel, payloadOf(next++))
      if (status !== 200) throw new Error(`a post was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
}

function payloadOf(index: number): object {
  const text = `**Build ${index}** of \`main\` is green after ${index % 60} s, see [the log](https://ci.example.test/${index}). :tada:`
  if (index % 10 !== 0) return { text }
  const fields = ['Severity', 'Instance'].map((title) => ({ title, value: 'eu-1', short: true }))
  const attachment = { color: 'danger', title: 'High latency', text: '- a\n- b', fields }
  return { text, attachments: [attachment] }
}

async function measureOnce(
  site: ChatSite,
  ada: Person,
  small: Channel,
  large: Channel,
): Promise<readonly number[]> {
  const { page } = await site.visit(ada, small.path, { scripts: [CLOCK] })
  const interactive = Number(await page.evaluate('window.ready'))
  const opened = Number(
    await page.evaluate(`(async () => {
      const start = performance.now()
      document.querySelector('a[href$="${large.path}"]').click()
      return (await window.once('.feed [data-post]')) - start
    })()`),
  )
  await page.waitForTimeout(500)
  const longTasks = await scrollUp(page)
  const drawn = await drawHostile(site, ada, await site.channel(`hostile${Date.now()}`, ada))
  await site.leave()
  return [interactive, opened, longTasks, drawn]
}

/** The longest task while posts come that are hard to draw, one after another. */
async function drawHostile(site: ChatSite, ada: Person, channel: Channel): Promise<number> {
  const { page } = await site.visit(ada, channel.path, { scripts: [CLOCK] })
  await page.evaluate('window.ready')
  await page.waitForTimeout(500)
  await checkClock(page)
  for (const [index, unit] of HOSTILE.entries()) {
    const text = unit.repeat(LONGEST / unit.length)
    const status = await site.hook(channel, { text })
    if (status !== 200) throw new Error(`a post was answered ${status}`)
    await page.locator('[data-post]').nth(index).waitFor({ state: 'attached' })
  }
  await page.waitForTimeout(300)
  return Number(await page.evaluate('Math.max(0, ...window.longTasks)'))
}

async function scrollUp(page: Page): Promise<number> {
  await page.locator('.chat__channel .feed').hover()
  await page.evaluate('window.longTasks.length = 0')
  for (let screen = 0; screen < SCREENS; screen += 1) {
    const before = Number(await page.evaluate(`document.querySelectorAll('[data-post]').length`))
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, -400)
      await page.waitForTimeout(25)
      const now = Number(await page.evaluate(`document.querySelectorAll('[data-post]').length`))
      if (now > before) break
    }
    await page.waitForTimeout(200)
  }
  return Number(await page.evaluate('window.longTasks.length'))
}

/** A figure of 0 means something only if the page would have seen a long task. */
async function checkClock(page: Page): Promise<void> {
  await page.evaluate(`setTimeout(() => {
    for (const end = performance.now() + 120; performance.now() < end;);
  })`)
  await page.waitForTimeout(300)
  const seen = Number(await page.evaluate('Math.max(0, ...window.longTasks)'))
  if (seen < 100) throw new Error('the page does not see its long tasks')
  await page.evaluate('window.longTasks.length = 0')
}

function gzipped(): number {
  const folder = join(ROOT, 'dist/example-host/web/assets')
  const scripts = readdirSync(folder).filter((name) => /^(?:chat|theme)\..*js$/.test(name))
  const sizes = scripts.map((name) => gzipSync(readFileSync(join(folder, name))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

await measure()
