import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from 'chai'
import { pack, type Packed } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { bundleAndRun, withEsbuild } from './bundles.js'
import { COMPILER_MODES, compileAndRun } from './compilers.js'
import { inProject, node, runApp, SUITE, writeApp } from './project.js'
import { runSuite } from './runners.js'

// The part of `npm run consumers` that needs no other tools than the repository has.
const TYPESCRIPT = createRequire(import.meta.url).resolve('typescript')
const MOCHA = join(ROOT, 'node_modules/mocha/bin/mocha.js')
const TYPES = ['module', 'commonjs'] as const

// Each copy has its own classes and symbols; a process may load both.
const BOTH_COPIES = `
import { createRequire } from 'node:module'
import { once } from 'node:events'
import express from 'express'
import * as esm from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
const cjs = createRequire(import.meta.url)('express-incoming-webhooks')
class Own extends cjs.WebhookError {}
const results = [
  esm.WebhookError === cjs.WebhookError,
  new cjs.WebhookError('no_text') instanceof esm.WebhookError,
  new esm.WebhookError('no_text') instanceof cjs.WebhookError,
  new Error('no_text') instanceof esm.WebhookError,
  new Own('no_text') instanceof Own,
  new cjs.WebhookError('no_text') instanceof Own,
]
const adapters = createMemoryAdapters()
const hooksRouter = cjs.createHooksRouter({ adapters, siteUrl: 'http://127.0.0.1' })
const app = express()
app.use('/hooks', express.json(), hooksRouter, esm.hooksErrorHandler(hooksRouter))
app.get('/refused', () => { throw new cjs.WebhookError('no_text') })
app.use(esm.errorHandler())
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const site = 'http://127.0.0.1:' + server.address().port
const refused = await fetch(site + '/refused')
const unread = await fetch(site + '/hooks/a', {
  method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' },
})
results.push(refused.status, unread.status)
server.close()
server.closeAllConnections()
console.log(results.join(' '))
`

describe('the package in a project of its own', () => {
  let packed: Packed

  before(async () => {
    packed = await pack()
  })
  after(() => packed.remove())

  // How types resolve in the other modes is checked in test/package.
  const modes = COMPILER_MODES.filter(({ name }) => name === 'commonjs + node10')
  for (const mode of modes) {
    it(`compiles with ${mode.name}, and runs`, async () => {
      await compileAndRun(packed, TYPESCRIPT, mode)
    })
  }

  for (const type of TYPES) {
    it(`runs as ${type}`, async () => {
      await inProject(packed, type, async (folder) => {
        await writeApp(folder, type)
        await runApp(folder, 'app.js')
      })
    })

    it(`is bundled by esbuild as ${type}, and runs`, async () => {
      await bundleAndRun(packed, type, withEsbuild)
    })

    it(`runs the conformance suite with node:test as ${type}`, async () => {
      await runSuite(packed, type, ['--test', SUITE], /^# pass [1-9]/m)
    })
  }

  it('runs the conformance suite with mocha', async () => {
    await runSuite(packed, 'commonjs', [MOCHA, SUITE], /[1-9]\d* passing/)
  })

  it('recognises errors and routers of its other copy', async () => {
    await inProject(packed, 'module', async (folder) => {
      await writeFile(join(folder, 'both.js'), BOTH_COPIES)
      expect((await node(folder, ['both.js'])).trim()).to.equal(
        'false true true false true false 400 404',
      )
    })
  })
})
