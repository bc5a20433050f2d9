import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import express from 'express'
import { consoleRouter } from 'express-incoming-webhooks/console'
import request from 'supertest'
import { faultsOf } from '../support/compiled.js'
import { ROOT } from '../support/root.js'
import { blockWith, blocksOf, namesIn, page, tableIn } from '../support/markdown.js'
import { blockFaults, printedBy } from './program.js'

const PAGE = page('console.md')
const PATHS = { apiBase: '../api/v4', hooksBase: '../hooks' }

/** The reader's own code around a block. */
const PREAMBLE = `
import type { Express } from 'express'
import type { IncomingWebhooks } from 'express-incoming-webhooks'
declare const app: Express
declare const webhooks: IncomingWebhooks
`

describe('docs/console.md', () => {
  it('shows code that compiles', () => {
    const preambleOf = (text: string): string =>
      text.includes('import { consoleRouter }')
        ? PREAMBLE
        : `${PREAMBLE}import { consoleRouter } from 'express-incoming-webhooks/console'\n`
    expect(blocksOf(PAGE, 'ts')).to.have.lengthOf(4)
    expect(blockFaults(blocksOf(PAGE, 'ts'), preambleOf)).to.deep.equal([])
  })

  it('lists every option, and no others', () => {
    const names = tableIn(PAGE, 'option', 'default').flatMap(([name]) => namesIn(name))
    const namesOf = (head: string): readonly string[] =>
      tableIn(PAGE, head, 'default').flatMap(([name]) => namesIn(name))
    expect(namesOf('member of `theme`')).to.deep.equal(['accent', 'radius', 'font', 'css'])
    const listed = (members: readonly string[]): readonly string[] => {
      const source = `
        import type { ConsoleBrand, ConsoleLabels, ConsoleOptions, ConsoleTheme, TokenSource } from 'express-incoming-webhooks/console'
        export const theme: Record<keyof ConsoleTheme, 0> = { accent: 0, radius: 0, font: 0, css: 0 }
        export const labels: Record<keyof ConsoleLabels, 0> = { ${namesOf('label')
          .map((name) => `${name}: 0`)
          .join()} }
        export const brand: Record<keyof ConsoleBrand, 0> = { name: 0, logoUrl: 0 }
        export const token: Record<keyof TokenSource, 0> = { storage: 0, key: 0, path: 0 }
        export const all: Record<keyof ConsoleOptions, 0> = { ${members.map((name) => `${name}: 0`).join()} }`
      return faultsOf(new Map([[join(ROOT, 'test/docs/console-options.ts'), source]]))
    }
    expect(listed(names)).to.deep.equal([])
    expect(listed(names.slice(1))).to.have.lengthOf(1)
  })

  it('lists every page', async () => {
    const router = consoleRouter(PATHS)
    const served = router.stack.flatMap(({ route }) => route?.path ?? [])
    const rows = tableIn(PAGE, 'path', 'page', 'for')
    const paths = rows.map(([path = '']) => path.replaceAll('`', ''))
    expect(paths).to.deep.equal(served.filter((path) => !path.startsWith('/assets')))
    const app = express().use('/admin', router)
    for (const path of paths) await request(app).get(`/admin${path}`).expect(200)
    for (const [path = '', , who] of rows) {
      expect(who).to.equal(path.includes('/console/') ? 'administrators' : 'all')
    }
  })

  it('names every program that it has settings for', () => {
    const titles = [
      'monitoring',
      'program',
      'hosting',
      'sender',
      'operations',
      'format',
      'language',
    ].flatMap((name) => {
      const file = join(ROOT, `lib/console/web/pages/connect/${name}-settings.tsx`)
      return [...readFileSync(file, 'utf8').matchAll(/^ {4}title: '(.+)',$/gm)].map(
        ([, title]) => title,
      )
    })
    expect(titles).to.have.lengthOf.above(1)
    const [last] = titles.slice(-1)
    expect(PAGE).to.include(`settings for ${titles.slice(0, -1).join(', ')} and ${last ?? ''}`)
  })

  it('gives Datadog the payload that docs/formats.md does', () => {
    const payload = blocksOf(page('formats.md'), 'json').find((block) => block.includes('$EVENT'))
    const file = join(ROOT, 'lib/console/web/pages/connect/sender-settings.tsx')
    expect(readFileSync(file, 'utf8')).to.include(`\`${payload?.trim() ?? 'missing'}\``)
  })

  it('shows the headers of a page, whatever policy the app has', async () => {
    const app = express()
    app.use((_req, res, next) => {
      res.setHeader('Content-Security-Policy', "default-src 'self'")
      next()
    })
    app.use('/admin', consoleRouter(PATHS))
    const { headers } = await request(app).get('/admin').expect(200)
    const [policy = ''] = blocksOf(PAGE, 'text')
    expect(headers['content-security-policy']).to.equal(policy.trim())
    const line = PAGE.split('\n').find((each) => each.startsWith('- `Cache-Control')) ?? ''
    const named = [...line.matchAll(/`([\w-]+): ([\w-]+)`/g)]
    expect(named).to.have.lengthOf(4)
    for (const [, name = '', value] of named) {
      expect(headers[name.toLowerCase()], name).to.equal(value)
    }
  })

  it('serves the console and the style sheet as it says, with the options in the page', async () => {
    const printed = await printedBy(`
      import express from 'express'
      const app = express()
      const webhooks = { adminRouter: express.Router() }
      ${blockWith(PAGE, 'brand: {')}
      ${blockWith(PAGE, 'import.meta.resolve')}
      const server = app.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port
        const page = await (await fetch(url + '/admin/')).text()
        const sheet = await fetch(url + '/design.css')
        console.log(JSON.stringify({
          metas: [...page.matchAll(/<meta name="([\\w-]+)" content="([^"]+)">/g)].map(([, ...pair]) => pair),
          sheet: [sheet.status, sheet.headers.get('content-type')],
          classes: await sheet.text(),
        }))
        server.close()
      })`)
    expect(printed)
      .to.have.property('metas')
      .that.deep.include.members([
        ['api-base', '../api/v4'],
        ['home-url', '../'],
        ['sign-in-url', '../login?to={path}'],
        ['brand-name', 'Example Chat'],
      ])
    expect(printed).to.have.property('sheet').that.deep.equals([200, 'text/css; charset=utf-8'])
    const [html = ''] = blocksOf(PAGE, 'html')
    const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    for (const name of classes) {
      expect(printed).to.have.property('classes').that.includes(`.${name}`)
    }
  })
})
