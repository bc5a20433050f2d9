import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Windows } from './windows.js'

const SHEET = fileURLToPath(import.meta.resolve('express-incoming-webhooks/console/design.css'))

/** A page as a host may have it: plain elements, and class names and variables that the sheet has too. */
const HOST_PAGE = `<!doctype html>
<html lang="en"><head><title>A host's page</title><style>
  :root { --text: rebeccapurple; --accent: teal }
  @keyframes spin { to { opacity: 0.5 } }
  .spin { animation: spin 1s paused }
  .card { color: var(--text) }
</style></head><body>
  <h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4>
  <p>A <a href="#x">link</a>, <b>bold</b>, <code>code</code>, <kbd>K</kbd>, <span hidden>hidden</span></p>
  <ul><li>item</li></ul><ol><li>item</li></ol><dl><dt>term</dt><dd>fact</dd></dl>
  <table class="table"><thead><tr><th>head</th></tr></thead><tbody><tr><td>cell</td></tr></tbody></table>
  <form><fieldset><legend>legend</legend><label>label <input value="text"></label>
    <input type="checkbox" checked><input type="radio"><select><option>one</option></select>
    <textarea>text</textarea><button>press</button></fieldset></form>
  <pre>pre</pre><blockquote>quote</blockquote><figure><figcaption>caption</figcaption></figure>
  <img alt="" src="data:,"><svg class="icon" viewBox="0 0 1 1"><path d="M0 0"/></svg><hr>
  <details open><summary>summary</summary>more</details><dialog open class="dialog">dialog</dialog>
  <div class="card"><button class="btn btn--primary">press</button><i class="spin">i</i>
    <nav class="menu"><a class="menu__item" href="#x">entry</a></nav><p class="vh muted mt-4">p</p></div>
  <div data-theme="dark"><p>dark</p></div>
</body></html>`

/** Every computed property of every element, and of what is drawn around it. */
const LOOKS = `[...document.querySelectorAll('*:not(style)')].flatMap((element) =>
  ['', '::before', '::after', '::selection', '::placeholder', '::backdrop'].map((part) => {
    const style = getComputedStyle(element, part)
    return [element.localName + part, ...[...style].map((name) => name + ': ' + style.getPropertyValue(name))].join('\\n')
  }))`

describe('the style sheet for pages of a host', () => {
  let windows: Windows
  let sheet: string

  before(async () => {
    sheet = await readFile(SHEET, 'utf8')
    windows = await Windows.start()
  })

  afterEach(() => windows.close())

  after(() => windows.stop())

  const open = async (html: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const { page } = await windows.open('about:blank', { colorScheme })
    await page.setContent(html)
    return page
  }
  const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`,
    )

  for (const width of [1280, 390]) {
    it(`changes nothing of a page that links it, ${width} pixels wide`, async () => {
      const page = await open(HOST_PAGE)
      await page.setViewportSize({ width, height: 800 })
      const before = await page.evaluate<readonly string[]>(LOOKS)
      await page.addStyleTag({ content: sheet })
      const after = await page.evaluate<readonly string[]>(LOOKS)
      expect(before).to.have.lengthOf.above(300)
      expect(after.filter((look, at) => look !== before[at])).to.deep.equal([])
      const motion = `document.querySelector('.spin').getAnimations()[0].effect.getKeyframes()[1].opacity`
      expect(await page.evaluate(motion)).to.equal('0.5')
    })
  }

  it('is in force inside an element of class eiw', async () => {
    const page = await open(
      '<button class="btn">out</button><div class="eiw"><h1>in</h1><button class="btn">in</button></div>',
    )
    await page.addStyleTag({ content: sheet })
    expect(await styleOf(page, '.eiw .btn', 'display')).to.equal('inline-flex')
    expect(await styleOf(page, '.eiw .btn', 'background-color')).to.equal('rgb(255, 255, 255)')
    expect(await styleOf(page, '.eiw h1', 'margin-top')).to.equal('0px')
    expect(await styleOf(page, 'body > .btn', 'display')).to.equal('inline-block')
  })

  const themes = [
    ['light', '<div class="eiw">', 'rgb(20, 24, 29)'],
    ['dark', '<div class="eiw">', 'rgb(233, 236, 239)'],
    ['light', '<div class="eiw" data-theme="dark">', 'rgb(233, 236, 239)'],
    ['dark', '<div class="eiw" data-theme="light">', 'rgb(20, 24, 29)'],
    ['light', '<div data-theme="dark"><div class="eiw">', 'rgb(233, 236, 239)'],
    ['dark', '<div data-theme="light"><div class="eiw">', 'rgb(20, 24, 29)'],
    ['light', '<div data-theme="dark"><div class="eiw" data-theme="light">', 'rgb(20, 24, 29)'],
  ] as const
  for (const [system, html, colour] of themes) {
    it(`takes its colours from the nearest theme, else from a ${system} system: ${html}`, async () => {
      const page = await open(`${html}<p>text</p>`, system)
      await page.addStyleTag({ content: sheet })
      expect(await styleOf(page, 'p', 'color')).to.equal(colour)
    })
  }
})
