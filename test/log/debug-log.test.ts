import { expect } from 'chai'
import { createDebugLog } from '../../lib/log/debug-log.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import type { HookSettings } from '../../lib/model/records.js'
import { makeKey } from '../../lib/rules/keys.js'

const debugging: HookSettings = {
  ...DEFAULT_SETTINGS,
  enableWebhookDebugging: true,
  consoleLevel: 'DEBUG',
}
const key = makeKey(new Uint8Array(15).fill(3))

function lineOf(message: string, fields?: Record<string, unknown>): string {
  const lines: string[] = []
  const add = (line: string): void => void lines.push(line)
  const log = createDebugLog({ node: 'n1', clock: () => 0, lines: { add, page: () => lines } })
  log.write(debugging, 'debug', message, fields)
  return lines[0] ?? ''
}

describe('debug log', () => {
  const switches: readonly [boolean, HookSettings['consoleLevel'], number][] = [
    [true, 'DEBUG', 1],
    [false, 'DEBUG', 0],
    [true, 'INFO', 0],
    [true, 'WARN', 0],
    [true, 'ERROR', 0],
  ]
  for (const [enableWebhookDebugging, consoleLevel, lines] of switches) {
    it(`keeps ${lines} lines with debugging ${String(enableWebhookDebugging)} at ${consoleLevel}`, async () => {
      const log = createDebugLog({ node: 'n1' })
      log.write({ ...DEFAULT_SETTINGS, enableWebhookDebugging, consoleLevel }, 'error', 'm')
      expect(await log.page(0, 10)).to.have.length(lines)
    })
  }

  it('writes one JSON object per line, with the name of the node', () => {
    expect(JSON.parse(lineOf('webhook refused', { status: 404, ids: ['a'] }))).to.deep.equal({
      timestamp: '1970-01-01T00:00:00.000Z',
      level: 'debug',
      msg: 'webhook refused',
      node: 'n1',
      fields: { status: 404, ids: ['a'] },
    })
  })

  it('escapes what could forge a line or drive a terminal', () => {
    const line = lineOf('a\nb\u001b[2J\u009b\u202e\u061c\u2028\ufeff', { 'x\ny': '\r\n' })
    expect(line).to.match(/^[\u0020-\u007e]*$/)
    expect(JSON.parse(line)).to.have.property('msg', 'a\nb\u001b[2J\u009b\u202e\u061c\u2028\ufeff')
  })

  it('cuts every value at 200 characters', () => {
    const line = JSON.parse(lineOf('m'.repeat(1_000), { a: ['v'.repeat(1_000)] })) as {
      msg: string
      fields: { a: [string] }
    }
    expect(line.msg).to.have.length(200)
    expect(line.fields.a[0]).to.have.length(200)
  })

  it('holds no keys, passwords and tokens, not even half a key at the cut', () => {
    const line = lineOf(`${' '.repeat(180)}${key}`, {
      url: `/hooks/${key}`,
      key: 'short',
      password: 'hunter2',
      headers: { Authorization: 'Bearer abc', 'x-token': 'tok' },
      keyHint: 'abcd',
      error: new Error(`at ${key}`),
    })
    for (const secret of [key.slice(0, 8), 'short', 'hunter2', 'Bearer', 'tok"']) {
      expect(line).not.to.include(secret)
    }
    expect(line).to.include('abcd')
  })

  it('is not led astray by odd values', () => {
    const circle: Record<string, unknown> = { call: () => 1, big: 10n, nothing: undefined }
    circle['again'] = circle
    circle['__proto__x'] = 1
    expect(() => lineOf('m', circle)).not.to.throw()
  })

  it('keeps 1,000 lines; page 0 is the latest, the newest is last', async () => {
    const log = createDebugLog({ node: 'n1' })
    for (let n = 1; n <= 1_005; n += 1) log.write(debugging, 'debug', `m${n}`)
    const page = async (number: number, perPage: number): Promise<string[]> =>
      (await log.page(number, perPage)).map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(await page(0, 3)).to.deep.equal(['m1003', 'm1004', 'm1005'])
    expect(await page(1, 3)).to.deep.equal(['m1000', 'm1001', 'm1002'])
    expect(await page(0, 5_000)).to.have.length(1_000)
    expect((await page(0, 5_000))[0]).to.equal('m6')
    expect(await page(333, 3)).to.deep.equal(['m6'])
    expect(await page(400, 3)).to.deep.equal([])
  })
})
