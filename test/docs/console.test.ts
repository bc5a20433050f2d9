import { expect } from 'chai'
import express from 'express'
import { consoleRouter } from 'express-incoming-webhooks/console'
import request from 'supertest'
import { exportedTypes } from '../support/exported.js'
import { blockWith, blocksOf, namesIn, page, tableIn } from '../support/markdown.js'
import { useProgramsInOneProcess } from './programs-in-one-process.js'

const PAGE = page('console.md')
const PATHS = { apiBase: '../api/v4', hooksBase: '../hooks' }

describe('docs/console.md', () => {
  const { printedBy } = useProgramsInOneProcess()

  it('lists every option, and no others', async () => {
    const { membersOf } = await exportedTypes()
    const tables = [
      ['option', 'ConsoleOptions'],
      ['member of `theme`', 'ConsoleTheme'],
      ['label', 'ConsoleLabels'],
    ] as const
    for (const [head, type] of tables) {
      const listed = tableIn(PAGE, head, 'default').flatMap(([name]) => namesIn(name))
      expect(listed, head).to.have.members([...membersOf(type).keys()])
    }
  })

  it('lists every page', async () => {
    const router = consoleRouter(PATHS)
    const served = router.stack.flatMap(({ route }) => route?.path ?? [])
    const paths = tableIn(PAGE, 'path', 'page').map(([path = '']) => path.replaceAll('`', ''))
    expect(paths).to.deep.equal(served.filter((path) => !path.startsWith('/assets')))
    const app = express().use('/admin', router)
    for (const path of paths) await request(app).get(`/admin${path}`).expect(200)
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

  it('serves the console as it says, with the options in the page', async () => {
    const printed = await printedBy(`
      import express from 'express'
      const app = express()
      const webhooks = { adminRouter: express.Router() }
      ${blockWith(PAGE, 'brand: {')}
      const server = app.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port
        const page = await (await fetch(url + '/admin/')).text()
        console.log(/id="config">(.*)<\\/script>/.exec(page)[1])
        server.close()
      })`)
    expect(printed).to.deep.include({
      apiBase: '../api/v4',
      homeUrl: '../',
      signInUrl: '../login?to={path}',
    })
    expect(printed).to.have.nested.property('brand.name', 'Example Chat')
  })
})
