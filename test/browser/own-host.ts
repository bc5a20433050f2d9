import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Windows } from './windows.js'

/** Windows for a suite, and servers for apps that its tests make. Both are closed after each test. */
export class OwnHost {
  #windows: Windows | null = null
  readonly #servers: Server[] = []

  get windows(): Windows {
    if (!this.#windows) throw new Error('the browser has not started')
    return this.#windows
  }

  /** The URL of an app on a port of its own. */
  async listen(app: RequestListener): Promise<string> {
    const server = createServer(app).listen(0, '127.0.0.1')
    this.#servers.push(server)
    await once(server, 'listening')
    const address = server.address()
    return `http://127.0.0.1:${address instanceof Object ? address.port : 0}`
  }

  static forSuite(): OwnHost {
    const host = new OwnHost()
    before(async () => {
      host.#windows = await Windows.start()
    })
    afterEach(() => host.#leave())
    after(() => host.#windows?.stop())
    return host
  }

  async #leave(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
    await this.#windows?.close()
  }
}
