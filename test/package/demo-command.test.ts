import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { call } from '../support/http-client.js'
import { pack, project, readManifest } from '../support/packed.js'
import { until } from '../support/until.js'

describe('the command demo of the packed package', () => {
  let folder = ''
  let child: ChildProcessByStdio<null, Readable, Readable> | undefined
  let printed = ''

  const start = (...args: readonly string[]): NonNullable<typeof child> => {
    const command = join(folder, 'node_modules/express-incoming-webhooks/dist/esm/cli.js')
    return spawn(process.execPath, [command, 'demo', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  const found = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? ''

  before(async () => {
    const { dependencies } = await readManifest()
    folder = await project(await pack(), 'module', [...Object.keys(dependencies), 'express'])
    const started = start('--port', '0')
    child = started
    for (const output of [started.stdout, started.stderr]) {
      output.on('data', (data: Buffer) => {
        printed += data.toString()
      })
    }
    await until('it serves', () => Promise.resolve(printed.includes('Ctrl+C')))
  })

  after(async () => {
    child?.kill()
    if (folder !== '') await rm(folder, { recursive: true, force: true })
  })

  it('prints a command that sends a message, and then the message', async () => {
    const url = found(/curl -d '.*' (http\S+)/)
    const body = found(/curl -d '(.*)' http/)
    const { status, text } = await call(url, { method: 'POST', body })
    expect([status, text]).to.deep.equal([200, 'ok'])
    await until('the message', () => Promise.resolve(printed.includes('\nBuild 128 is green\n')))
  })

  it('serves the console and its API at the address that it prints', async () => {
    const site = found(/at (http\S+)/)
    expect((await call(site, { method: 'GET' })).text).to.include('<html')
    const { status, text } = await call(`${site}api/v4/hooks/incoming`, { method: 'GET' })
    expect(status).to.equal(200)
    expect(text).to.include('First webhook')
  })

  it('is no administrator for a page of another site', async () => {
    const path = `${found(/at (http\S+)/)}api/v4/hooks/incoming`
    const { status, text } = await call(path, { method: 'GET', headers: { Host: 'other.example' } })
    expect(status).to.equal(421)
    expect(text).not.to.include('First webhook')
  })

  it('says what to do if its port is in use, or none', async () => {
    for (const [port, told] of [
      [found(/:(\d+)\/hooks/), 'choose another port with --port'],
      ['65536', 'expected a number from 0 to 65535'],
    ] as const) {
      const second = start('--port', port)
      let said = ''
      second.stderr.on('data', (data: Buffer) => {
        said += data.toString()
      })
      expect((await once(second, 'close'))[0], port).to.equal(1)
      expect(said).to.include(told)
    }
  })

  it('ends when it is interrupted', async () => {
    if (!child) throw new Error('it has not started')
    const ended = once(child, 'close')
    child.kill('SIGINT')
    expect((await ended)[0]).to.equal(0)
  })
})
