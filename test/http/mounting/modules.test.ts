import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ROOT } from '../../support/root.js'

const BODY = `
  const adapters = createMemoryAdapters()
  const app = express()
  const webhooks = createIncomingWebhooks({
    adapters, secret: 'a secret of at least thirty-two bytes', siteUrl: 'http://localhost',
  })
  app.use('/hooks', webhooks.hooksRouter)
  const server = app.listen(0, '127.0.0.1', async () => {
    const url = 'http://127.0.0.1:' + server.address().port + '/hooks/' + 'k'.repeat(32)
    const answer = await fetch(url, { method: 'POST', body: '{"text":"hello"}' })
    const { message } = await answer.json()
    const suite = typeof describeAdapters
    console.log(JSON.stringify([answer.status, message, new WebhookError('no_text').status, suite]))
    server.close()
    await webhooks.close()
  })
`

const HOSTS: readonly [what: string, type: string, source: string][] = [
  [
    'an ES module',
    'module',
    `import express from 'express'
     import { createIncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
     import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
     import { describeAdapters } from 'express-incoming-webhooks/conformance'
     ${BODY}`,
  ],
  [
    'a CommonJS module',
    'commonjs',
    `const express = require('express')
     const { createIncomingWebhooks, WebhookError } = require('express-incoming-webhooks')
     const { createMemoryAdapters } = require('express-incoming-webhooks/memory')
     const { describeAdapters } = require('express-incoming-webhooks/conformance')
     ${BODY}`,
  ],
]

describe('a host', () => {
  for (const [what, type, source] of HOSTS) {
    it(`may be ${what}`, async () => {
      const args = [`--input-type=${type}`, '--eval', source]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
      expect(JSON.parse(stdout)).to.deep.equal([404, 'Invalid webhook', 400, 'function'])
    })
  }
})
