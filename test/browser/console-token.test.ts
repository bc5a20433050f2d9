import { expect } from 'chai'
import express, { type Request } from 'express'
import { createIncomingWebhooks, type HookUser } from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { OwnHost } from './own-host.js'

const ANN: HookUser = {
  id: 'ann',
  username: 'ann',
  email: '',
  admin: true,
  createAt: 1,
  deleteAt: 0,
}
const TOKEN = 'ann.1234567890'

/** A value as the page of a host keeps it, and what the console is told of it. */
interface Kept {
  readonly what: string
  readonly item: (token: string) => string
  readonly path?: string
}

const KEPT: readonly Kept[] = [
  { what: 'as it is', item: (token) => token },
  {
    what: 'in JSON',
    item: (token) => JSON.stringify({ user: { name: 'ann', token } }),
    path: 'user.token',
  },
]

const SIGN_IN = `<!doctype html><title>Chat</title><h1>Chat</h1><button>Sign in</button>
<script>
  document.querySelector('button').onclick = async () => {
    const item = await (await fetch('sign-in', { method: 'POST' })).text()
    localStorage.setItem('chat-jwt', item)
    document.querySelector('h1').textContent = 'Welcome'
  }
</script>`

describe('the console of a host that keeps its token in localStorage', () => {
  const own = OwnHost.forSuite()

  for (const kept of KEPT) {
    it(`${kept.what}, knows in another tab who has signed in, until they sign out`, async () => {
      const url = await own.listen(host(kept))
      const chat = await own.windows.open(`${url}/`)
      await chat.page.getByRole('button', { name: 'Sign in' }).click()
      await chat.page.getByRole('heading', { name: 'Welcome' }).waitFor()

      const { page } = await own.windows.beside(chat, `${url}/admin/`)
      await page.getByRole('link', { name: 'Add Incoming Webhook' }).waitFor()
      await page.getByRole('button', { name: 'Main Menu' }).click()
      const signOut = page.getByRole('button', { name: 'Sign out' })
      expect(await signOut.textContent()).to.include('ann')
      await signOut.click()
      await page.getByRole('heading', { name: 'Chat' }).waitFor()
      expect(await page.evaluate("localStorage.getItem('chat-jwt')")).to.equal(null)
    })
  }
})

/** A chat with a sign-in of its own, which knows its users by a bearer token. */
function host({ item, path }: Kept): express.Express {
  const adapters = createMemoryAdapters()
  adapters.host.users.set(ANN.id, ANN)
  const { adminRouter } = createIncomingWebhooks({
    adapters,
    log: false,
    secret: '7f3a9c51e8d24b60a1f7c3d95e0b8246',
    siteUrl: 'https://chat.example.org',
    currentUser: (req: Request) => (req.get('authorization') === `Bearer ${TOKEN}` ? ANN : null),
  })
  const app = express()
  app.get('/', (_req, res) => {
    res.type('html').send(SIGN_IN)
  })
  app.post('/sign-in', (_req, res) => {
    res.type('text').send(item(TOKEN))
  })
  app.use('/api/v4', adminRouter)
  const token = {
    storage: 'local',
    key: 'chat-jwt',
    ...(path === undefined ? {} : { path }),
  } as const
  app.use(
    '/admin',
    consoleRouter({ apiBase: '../api/v4', hooksBase: '../hooks', homeUrl: '../', token }),
  )
  return app
}
