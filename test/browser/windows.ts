import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.js'
import { until } from '../support/until.js'

/** A page, and everything that went wrong in it. */
export interface Visit {
  readonly page: Page
  /** Errors and warnings of the console, exceptions, violations of the policy, scripts that ran. */
  readonly faults: string[]
}

export interface WindowOptions extends BrowserContextOptions {
  /** Run before the page's own scripts, at each load. */
  readonly scripts?: readonly string[]
}

/** How long a browser waits for the next user before it is closed. */
const IDLE_MS = 3_000
const PATIENCE_MS = 60_000

/** What no test may bring about, whatever else it expects. */
const GRAVE = /^(?:policy|exception|dialog|a script ran): /

/** What scripts of others would do first, and what the policy forbids. */
const WATCH = `
  window.alert = window.confirm = window.prompt = (text) => console.error('a script ran: ' + text)
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('policy: ' + violatedDirective + ' ' + blockedURI))
`

/** The windows of some tests, all of them watched, in a browser that all files of tests share. */
export class Windows {
  readonly #browser: Browser
  readonly #contexts = new Set<BrowserContext>()
  readonly #grave: string[] = []

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async start(): Promise<Windows> {
    return new Windows(await lendBrowser())
  }

  /** A window with nothing of another one in it, at this address. */
  async open(url: string, { scripts = [], ...options }: WindowOptions = {}): Promise<Visit> {
    const context = await this.#browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    })
    this.#contexts.add(context)
    for (const script of [WATCH, ...scripts]) await context.addInitScript(script)
    return this.#tab(context, url)
  }

  /** One more tab beside that page. */
  async beside({ page }: Visit, url: string): Promise<Visit> {
    return this.#tab(page.context(), url)
  }

  /** Closes all windows. Throws if the policy was violated, or a script failed or should not have run. */
  async close(): Promise<void> {
    await Promise.all([...this.#contexts].map((context) => context.close()))
    this.#contexts.clear()
    const grave = this.#grave.splice(0)
    if (grave.length > 0) throw new Error(`the pages are not clean:\n${grave.join('\n')}`)
  }

  async stop(): Promise<void> {
    giveBack(this.#browser)
    await this.close()
  }

  async #tab(context: BrowserContext, url: string): Promise<Visit> {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const faults: string[] = []
    const found = (fault: string): void => {
      faults.push(fault)
      if (GRAVE.test(fault)) this.#grave.push(`${page.url()}: ${fault}`)
    }
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) found(message.text())
    })
    page.on('pageerror', (error) => {
      found(`exception: ${String(error)}`)
    })
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') {
        found('asked before the page was left')
        void dialog.accept()
        return
      }
      found(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(url)
    return { page, faults }
  }
}

let lent: Promise<Browser> | null = null
let closing: NodeJS.Timeout | undefined

// Its start takes longer than most tests.
function lendBrowser(): Promise<Browser> {
  clearTimeout(closing)
  return (lent ??= openBrowser())
}

function giveBack(browser: Browser): void {
  closing = setTimeout(() => {
    lent = null
    void browser.close()
  }, IDLE_MS)
}

/** Waits until it is true. Playwright's own way to wait is an `eval`, which the pages forbid. */
export async function expectSoon(isSo: () => Promise<unknown>): Promise<void> {
  await until(String(isSo), async () => (await isSo()) === true)
}
