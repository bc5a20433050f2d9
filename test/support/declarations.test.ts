import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { expect } from 'chai'
import { declarations } from './declarations.js'

describe('the declarations that tests wait for', () => {
  let folder: string
  let declared: string
  let types: string | undefined
  beforeEach(async () => {
    types = env['TEST_TYPES']
    folder = await mkdtemp(join(tmpdir(), 'declarations-'))
    declared = join(folder, 'declared')
  })
  afterEach(async () => {
    Reflect.deleteProperty(env, 'TEST_TYPES')
    if (types !== undefined) env['TEST_TYPES'] = types
    await rm(folder, { recursive: true, force: true })
  })

  it('are there once the check of types has written them', async () => {
    env['TEST_TYPES'] = String(process.pid)
    const waiting = declarations(declared)
    await writeFile(declared, '')
    await waiting
  })

  it('are missed as soon as the check of types ends without them', async () => {
    const check = spawn(execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    env['TEST_TYPES'] = String(check.pid)
    const waiting = declarations(declared).then(() => 'there', String)
    check.stdin.end()
    await once(check, 'exit')
    expect(await waiting).to.include('npm run build')
  })
})
