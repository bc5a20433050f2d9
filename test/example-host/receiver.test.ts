import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { freePort } from '../support/free-port.js'
import { ROOT } from '../support/root.js'

const KEY = 'a key of the tests of the receiver'
const PRESS = JSON.stringify({ user_name: 'bob', context: { decision: 'approve' } })

describe('the receiver of buttons', () => {
  let child: ChildProcess | null = null
  let url = ''

  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/`
    const secret = `whsec_${Buffer.from(KEY).toString('base64')}`
    const env = { ...process.env, PORT: String(port), SIGNING_SECRET: secret }
    const script = join(ROOT, 'dist/example-host/receiver.js')
    child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    if (child.stdout) await once(child.stdout, 'data')
  })

  after(() => child?.kill())

  const press = (body: string, signed = body, path = ''): Promise<Response> => {
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', KEY).update(`call.${time}.${signed}`).digest('base64')
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': 'call',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    }
    return fetch(new URL(path, url), { method: 'POST', headers, body })
  }

  for (const path of ['', 'deploys?of=shop']) {
    it(`updates the message of a button of /${path}`, async () => {
      const answer = await press(PRESS, PRESS, path)
      expect(answer.status).to.equal(200)
      expect(await answer.json()).to.have.nested.property(
        'update.message',
        'checkout 2.15.0 was **approved** by @bob.',
      )
    })
  }

  it('refuses what somebody else has signed', async () => {
    expect((await press(PRESS, `${PRESS} `)).status).to.equal(401)
  })

  const faults: [what: string, body: string][] = [
    ['is no JSON', '{'],
    ['is empty', ''],
    ['is too long', JSON.stringify({ user_name: 'x'.repeat(70_000) })],
  ]
  for (const [what, body] of faults) {
    it(`says nothing of itself to a body that ${what}`, async () => {
      const answer = await press(body)
      expect(answer.status).to.equal(400)
      expect(await answer.text()).to.equal('')
    })
  }
})
