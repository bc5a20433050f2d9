import { startExampleHost } from '../test/support/example-host.js'
import { call } from '../test/support/http-client.js'
import { ChatSite } from '../test/browser/chat-site.js'

// Both clocks are of this machine, and the page itself looks at its own once the post can be seen.
const CLOCK = `
  window.expectPost = (text) => {
    window.shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const last = [...document.querySelectorAll('[data-post]')].at(-1)
        if (!last || !last.textContent.includes(text)) return
        observer.disconnect()
        requestAnimationFrame(() => {
          setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0)
        })
      })
      observer.observe(document, { childList: true, subtree: true })
    })
  }`

/** Milliseconds from sending a post to one node until a browser shows it on another, one by one. */
export async function measureBrowser(databaseUrl: string, posts: number): Promise<number[]> {
  const env = { DATABASE_URL: databaseUrl, SECRET: 'a secret of at least thirty-two bytes' }
  const site = await new ChatSite().start({ env })
  try {
    const { adminPassword } = site.host
    const other = await startExampleHost({ env, adminPassword })
    try {
      const ada = await site.person('ada')
      const channel = await site.channel('measured', ada)
      const { page } = await site.visit(ada, channel.path, { scripts: [CLOCK] })
      await page.getByText('This is the start of').waitFor()
      const hook = channel.hookUrl.replace(site.host.url, other.url)
      const took: number[] = []
      for (let number = 0; number < posts; number += 1) {
        const text = `message ${number} is here`
        await page.evaluate(`window.expectPost(${JSON.stringify(text)})`)
        const headers = { 'Content-Type': 'application/json' }
        const began = performance.timeOrigin + performance.now()
        await call(hook, { method: 'POST', headers, body: JSON.stringify({ text }) })
        took.push(Number(await page.evaluate('window.shown')) - began)
      }
      return took
    } finally {
      await other.stop()
    }
  } finally {
    await site.stop()
  }
}
