import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
/** Nothing of its own accord: a browser that updates itself would slow the tests and ask the world. */
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
]

/** The Chromium of the system, else the one that npm has brought. */
export async function openBrowser(): Promise<Browser> {
  if (existsSync(SYSTEM_CHROMIUM)) {
    return chromium.launch({ executablePath: SYSTEM_CHROMIUM, args: QUIET })
  }
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: [...packed.args, ...QUIET],
  })
}
