import { expect } from 'chai'
import { WebhookError } from 'express-incoming-webhooks'
import { ERRORS } from '../../lib/model/errors.js'
import { exportedTypes } from '../support/exported.js'
import { hookHost, id } from '../support/hook-host.js'
import { blocksOf, page, tableIn } from '../support/markdown.js'
import { runAlone } from './program.js'
import { useProgramsInOneProcess } from './programs-in-one-process.js'

const PAGE = page('in-code.md')
const METHODS = tableIn(PAGE, 'method', 'returns').map(([call = '', , errors = '']) => ({
  name: /`(\w+)\(/.exec(call)?.[1] ?? '',
  errors: [...errors.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
}))

/** What the reader's own code has. */
const MADE = `
import express from 'express'
import { createIncomingWebhooks, redactKeys, WebhookError } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
const app = express()
const adapters = createMemoryAdapters()
const adaptersOf = () => adapters
const secretOf = () => secret
const secret = 'c4b1'.repeat(16) + 'e09d'
const siteUrl = 'https://chat.example.org'
const { user, channel } = adapters.addDemo()
const userId = 'b'.repeat(26)
const channelId = channel.id
adapters.host.users.set(userId, { ...user, id: userId, username: 'ann', admin: false })
const addUser = async () => ({ id: userId, homeChannelId: channelId })
const first = createIncomingWebhooks({ adapters, secret, siteUrl })
const { id: webhookId } = await first.manage.create(userId, { channelId, displayName: 'CI' })
`

/** Calls of the functions that blocks declare. */
const CALLS = ["signUp('ann')", 'createFor({ channelId, displayName: "" })', "webhooksOf('one')"]

describe('docs/in-code.md', () => {
  const programs = useProgramsInOneProcess()

  for (const [at, text] of blocksOf(PAGE, 'ts').entries()) {
    it(`shows code that runs: block ${at + 1}`, async () => {
      const before = text.includes('const webhooks =') ? MADE : `${MADE}const webhooks = first\n`
      const calls = CALLS.filter((call) => text.includes(` ${call.split('(')[0] ?? ''}`))
      await programs.run([before, text, ...calls.map((call) => `await ${call}`)].join('\n'))
    })
  }

  it('links to a test that passes', async () => {
    const file = 'examples/mount.test.mjs'
    expect(PAGE).to.include(`](${file})`)
    // It defines tests, which Node runs as the process ends.
    await runAlone(page(file))
  })

  it('lists every method of webhooks.manage', async () => {
    const { membersOf } = await exportedTypes()
    expect(METHODS.map(({ name }) => name)).to.deep.equal([
      ...membersOf('WebhookManagement').keys(),
    ])
  })

  it('lists errors that exist', () => {
    const codes = METHODS.flatMap(({ errors }) => errors)
    expect(codes).to.have.lengthOf.above(20)
    expect(Object.keys(ERRORS)).to.include.members(codes)
  })

  it('shows an error as it is', async () => {
    const [shown = ''] = blocksOf(PAGE, 'json')
    const { manage } = hookHost().webhooks
    const fields = { channelId: id('alerts'), displayName: '' }
    const error: unknown = await manage.create(id('alice'), fields).then(String, (e: unknown) => e)
    if (!(error instanceof WebhookError)) throw new Error('there is no error')
    const { code, status, id: errorId, message, detail, params } = error
    expect({ code, status, id: errorId, message, detail, params }).to.deep.equal(JSON.parse(shown))
  })

  it('returns of a delivery what its type declares, and nothing else', async () => {
    const host = hookHost()
    const result = await host.webhooks.deliver(host.key, { text: 'one', mrkdwn: true })
    const { membersOf } = await exportedTypes()
    expect(Object.keys(result)).to.have.members([...membersOf('DeliveryResult').keys()])
    expect(result.posts).to.deep.equal([...host.adapters.host.posts.values()])
  })

  it('says what a delivery without HTTP leaves out', async () => {
    const host = hookHost({ webhook: { rateLimit: { perSecond: 1, burst: 1 } } })
    await host.webhooks.deliver(host.key, { text: 'one' })
    await host.webhooks.deliver(host.key, { text: 'two' })
    expect(host.posts()).to.have.lengthOf(2)
    const { lastUsed } = await host.webhooks.manage.find(id('alice'), host.webhook.id)
    expect(lastUsed).to.equal(0)
  })
})
