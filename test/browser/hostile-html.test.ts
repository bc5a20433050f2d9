import { expect } from 'chai'
import { renderHtml } from 'express-incoming-webhooks/render'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../support/browser.js'
import { badPosts, hostilePosts } from '../support/hostile-posts.js'

/** Everything that a page may find in the HTML of posts. */
const ELEMENTS = `a blockquote br code dd div dl dt em h3 hr li ol p pre s span strong table tbody td th
  thead time tr ul`
const ATTRIBUTES = 'class datetime href rel start style target'

const INTRUDERS = `(() => {
  const elements = new Set(${JSON.stringify(ELEMENTS.split(/\s+/))})
  const attributes = new Set(${JSON.stringify(ATTRIBUTES.split(' '))})
  return [...document.querySelectorAll('main *')].flatMap((each) => [
    ...(elements.has(each.localName) ? [] : [each.outerHTML]),
    ...[...each.attributes].filter(({ name }) => !attributes.has(name)).map(({ name }) => name),
    ...(each.href && !/^(https?|mailto):/.test(each.href) ? [each.href] : []),
  ])
})()`

describe('the HTML of hostile posts in a browser', () => {
  let browser: Browser

  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  for (const [what, make] of [
    ['every text in every place', hostilePosts],
    ['what the black-box suite calls bad', badPosts],
  ] as const) {
    it(`runs nothing, loads nothing and is what was written: ${what}`, async () => {
      const posts = make()
      const page = await browser.newPage()
      const loaded: string[] = []
      await page.route('**', (route) => {
        loaded.push(route.request().url())
        return route.abort()
      })
      const html = (await Promise.all(posts.map((post) => renderHtml(post)))).map(
        (each) => `<main>${each}</main>`,
      )
      await page.setContent(`<script>hits = 0; hit = () => { hits += 1 }</script>${html.join('')}`)
      expect(await page.evaluate('document.querySelectorAll("body > main").length')).to.equal(
        posts.length,
      )
      expect(await page.evaluate(INTRUDERS)).to.deep.equal([])
      await page.evaluate(`document.querySelectorAll('main *').forEach((each) => {
        each.dispatchEvent(new Event('mouseover'))
        each.dispatchEvent(new Event('error'))
      })`)
      expect(await page.evaluate('hits')).to.equal(0)
      expect(loaded).to.deep.equal([])
      await page.close()
    })
  }
})
