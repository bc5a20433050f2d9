import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { ROOT } from '../support/root.js'

/** Runs `npm run password` without the build before it. */
function run(args: readonly string[], dataDir: string): SpawnSyncReturns<string> {
  const { DATABASE_URL: _database, ...surroundings } = process.env
  const env = { ...surroundings, DATA_DIR: dataDir }
  const script = join(ROOT, 'dist/example-host/password.js')
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env })
}

describe('a new password from the command line', () => {
  let dataDir: string
  let host: HostHere | null = null

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'chat-password-'))
    host = null
  })

  afterEach(async () => {
    await host?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const signIn = ({ url }: HostHere, password: string): request.Test =>
    request(url).post('/api/v4/users/login').send({ login_id: 'admin', password })

  it('replaces the lost one and ends the sessions', async () => {
    host = await startHostHere({ dataDir })
    const token = await host.adminToken()
    const { adminPassword } = host
    await host.stop()
    const { status, stdout } = run(['admin'], dataDir)
    expect(status).to.equal(0)
    const [, password = ''] = /The new password of admin: (\S+)\n/.exec(stdout) ?? []
    host = await startHostHere({ dataDir })
    await signIn(host, adminPassword).expect(401)
    await signIn(host, password).expect(200)
    await request(host.url)
      .get('/api/v4/users/me')
      .set('Authorization', `Bearer ${token}`)
      .expect(401)
  })

  it('is refused while the chat has its files open, and changes nothing', async () => {
    host = await startHostHere({ dataDir })
    const { status, stdout, stderr } = run(['admin'], dataDir)
    expect([status, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(/^The store .* is in use by process \d+ .*Stop the chat/)
    await signIn(host, host.adminPassword).expect(200)
  })

  it('needs an account and a chat that exist', async () => {
    host = await startHostHere({ dataDir })
    await host.stop()
    expect(run(['nobody'], dataDir).stderr).to.equal(
      'There is no account with the username "nobody"\n',
    )
    const missing = run(['admin'], join(dataDir, 'missing'))
    expect(missing.status).to.equal(2)
    expect(missing.stderr).to.include('there is no chat in')
  })

  it('is never an argument, which a shell would remember', () => {
    for (const args of [[], ['admin', 'correct horse'], ['--password=a']]) {
      const { status, stdout } = run(args, dataDir)
      expect(status).to.equal(2)
      expect(stdout).to.match(/^npm run password -- NAME/)
    }
  })
})
