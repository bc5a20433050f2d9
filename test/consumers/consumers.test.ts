import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from 'chai'
import { ALL, allOr } from '../support/all.js'
import { pack, type Packed } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { bundleAndRun, withEsbuild } from './bundles.js'
import { COMPILER_MODES, compileAndRun } from './compilers.js'
import { inProject, type ModuleType, node, SUITE } from './project.js'
import { runSuite } from './runners.js'

// The part of `npm run consumers` that needs no other tools than the repository has.
const TYPESCRIPT = createRequire(import.meta.url).resolve('typescript')
const MOCHA = join(ROOT, 'node_modules/mocha/bin/mocha.js')
/** The oldest one, and that of new projects. */
const COMMON_MODES = new Set(['commonjs + node10', 'nodenext, ES module'])
const RUNS: readonly (readonly [runner: string, ModuleType, args: readonly string[], RegExp])[] = [
  ['node:test', 'module', ['--test'], /^# pass [1-9]/m],
  ['node:test', 'commonjs', ['--test'], /^# pass [1-9]/m],
  ['mocha', 'commonjs', [MOCHA], /[1-9]\d* passing/],
]

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
const hooks = cjs.createHooks({ adapters, siteUrl: 'http://127.0.0.1' })
const app = express()
app.use('/hooks', express.json(), hooks.router, hooks.errorHandler)
app.get('/refused', () => { throw new cjs.WebhookError('no_text') })
app.use(esm.webhookErrorHandler())
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

  for (const mode of COMPILER_MODES.filter(({ name }) => ALL || COMMON_MODES.has(name))) {
    it(`compiles with ${mode.name}, and runs`, async () => {
      await compileAndRun(packed, TYPESCRIPT, mode)
    })
  }

  for (const type of allOr<readonly ModuleType[]>(['module', 'commonjs'], ['module'])) {
    it(`is bundled by esbuild as ${type}, and runs`, async () => {
      await bundleAndRun(packed, type, withEsbuild)
    })
  }

  for (const [runner, type, args, passed] of RUNS.slice(0, allOr(RUNS.length, 1))) {
    it(`runs the conformance suite with ${runner} as ${type}`, async () => {
      await runSuite(packed, type, [...args, SUITE], passed)
    })
  }

  it('recognises errors and routers of its other copy', async () => {
    await inProject(packed, 'module', async (folder) => {
      await writeFile(join(folder, 'both.js'), BOTH_COPIES)
      expect((await node(folder, ['both.js'])).trim()).to.equal(
        'false true true false true false 400 404',
      )
    })
  })
})
