import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { expectSoon, Windows } from './windows.js'

const POLICY = "default-src 'none'; script-src 'self'; img-src data:"

/** Pages that are not clean, by their path, and what is found in them. */
const PAGES: Readonly<Record<string, { html: string; fault: RegExp }>> = {
  '/inline': { html: '<script>1</script>', fault: /^policy: script-src-elem inline$/ },
  '/picture': { html: '<img src="https://a.example/b.png">', fault: /^policy: img-src https:/ },
  '/alert': { html: '<script src="alert.js"></script>', fault: /^a script ran: 1$/ },
  '/throw': { html: '<script src="throw.js"></script>', fault: /^exception: Error: broken$/ },
}
const SCRIPTS: Readonly<Record<string, string>> = {
  '/alert.js': 'alert(1)',
  '/throw.js': "throw new Error('broken')",
}

describe('the windows of the tests', () => {
  let windows: Windows
  let server: Server
  let url: string

  before(async () => {
    windows = await Windows.start()
    server = createServer(({ url: path = '' }, res) => {
      const script = SCRIPTS[path]
      res.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript')
      res.setHeader('Content-Security-Policy', POLICY)
      res.end(script ?? `<!doctype html><link rel="icon" href="data:,">${PAGES[path]?.html ?? ''}`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })

  after(async () => {
    server.closeAllConnections()
    server.close()
    await windows.stop()
  })

  for (const [path, { fault }] of Object.entries(PAGES)) {
    it(`cannot be closed in peace after ${fault.source}`, async () => {
      const { faults } = await windows.open(url + path)
      await expectSoon(() => Promise.resolve(faults.some((each) => fault.test(each))))
      let message = ''
      await windows.close().catch((error: unknown) => {
        message = String(error)
      })
      expect(message).to.include(`${url}${path}: `)
    })
  }

  it('close in peace after a clean page', async () => {
    const { faults } = await windows.open(`${url}/clean`)
    await windows.close()
    expect(faults).to.deep.equal([])
  })
})
