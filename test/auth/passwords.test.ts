import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { createPasswords, type Passwords } from '../../lib/auth/passwords.js'
import { codeOf } from '../support/sign-in-host.js'

describe('passwords', () => {
  const workers: Worker[] = []
  const note = (worker: Worker): void => {
    workers.push(worker)
  }
  let passwords: Passwords

  beforeEach(() => {
    workers.length = 0
    process.on('worker', note)
    passwords = createPasswords({ cost: 4 })
  })
  afterEach(async () => {
    process.off('worker', note)
    await passwords.close()
  })

  it('a password fits its own hash only', async () => {
    const hash = await passwords.hash('swordfish')
    expect(hash).to.match(/^\$2b\$04\$.{53}$/)
    expect(await passwords.compare('swordfish', hash)).to.equal(true)
    expect(await passwords.compare('Swordfish', hash)).to.equal(false)
    expect(await passwords.compare('', hash)).to.equal(false)
  })

  it('the same password hashes differently each time', async () => {
    expect(await passwords.hash('swordfish')).not.to.equal(await passwords.hash('swordfish'))
  })

  it('hashes that begin with $2a$ and $2y$ compare', async () => {
    const hash = await passwords.hash('swordfish')
    for (const prefix of ['$2a$', '$2y$']) {
      expect(await passwords.compare('swordfish', prefix + hash.slice(4))).to.equal(true)
    }
  })

  it('the cost is 10 by default', async () => {
    const usual = createPasswords()
    expect(await usual.hash('swordfish')).to.match(/^\$2b\$10\$/)
    await usual.close()
  })

  for (const cost of [3, 32, 10.5, Number.NaN]) {
    it(`a cost of ${cost} is a mistake of the host`, () => {
      expect(() => createPasswords({ cost })).to.throw(TypeError)
    })
  }

  it('72 bytes are taken, 73 are refused', async () => {
    const longest = 'p'.repeat(72)
    const hash = await passwords.hash(longest)
    expect(await passwords.compare(longest, hash)).to.equal(true)
    expect(await passwords.compare(`${longest}!`, hash)).to.equal(false)
    expect(await codeOf(passwords.hash(`${longest}!`))).to.equal('invalid_body')
  })

  it('bytes are counted, not characters', async () => {
    expect(await codeOf(passwords.hash('é'.repeat(36)))).to.equal('none')
    expect(await codeOf(passwords.hash('é'.repeat(37)))).to.equal('invalid_body')
  })

  it('an empty password is not hashed', async () => {
    expect(await codeOf(passwords.hash(''))).to.equal('password_blank')
  })

  for (const hash of [
    null,
    '',
    'garbage',
    '$2b$04$',
    `$2b$04$${'!'.repeat(53)}`,
    `$2b$99$${'.'.repeat(53)}`,
    `$2b$04$${'.'.repeat(53)}`,
    `$argon2id$v=19$m=65536,t=3,p=4$${'a'.repeat(29)}`,
  ]) {
    it(`the hash ${hash ?? 'null'} compares false`, async () => {
      expect(await passwords.compare('swordfish', hash)).to.equal(false)
    })
  }

  it('no thread is started before the first job, and one serves all', async () => {
    expect(workers).to.have.length(0)
    await Promise.all(Array.from({ length: 10 }, () => passwords.compare('x', null)))
    expect(workers).to.have.length(1)
  })

  it('jobs are answered in order', async () => {
    const answered: number[] = []
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        passwords.compare('x', null).then(() => answered.push(index)),
      ),
    )
    expect(answered).to.deep.equal([0, 1, 2, 3, 4])
  })

  it('100 jobs are taken at once, the 101st is refused with a time to come back', async () => {
    const hash = await passwords.hash('swordfish')
    const taken = Array.from({ length: 100 }, (_, n) =>
      passwords.compare('swordfish', hash, `192.0.2.${n}`),
    )
    const late = passwords.compare('swordfish', hash, '192.0.2.200')
    const refused: unknown = await late.catch((e: unknown) => e)
    expect(refused).to.include({ code: 'storage_unavailable', retryAfterSeconds: 1 })
    expect(new Set(await Promise.all(taken))).to.deep.equal(new Set([true]))
    expect(await passwords.compare('swordfish', hash)).to.equal(true)
  })

  it('an address has a job that runs and 50 that wait, and another address comes between them', async () => {
    const hash = await passwords.hash('swordfish')
    const answered: string[] = []
    const compare = (address: string): Promise<unknown> =>
      passwords.compare('swordfish', hash, address).then(() => answered.push(address))
    const flood = Array.from({ length: 51 }, () => compare('192.0.2.1'))
    expect(await codeOf(compare('192.0.2.1'))).to.equal('storage_unavailable')
    await Promise.all([...flood, compare('192.0.2.2')])
    expect(answered.indexOf('192.0.2.2')).to.be.within(1, 2)
  })

  it('a thread that dies idle is replaced', async () => {
    const hash = await passwords.hash('swordfish')
    await workers[0]?.terminate()
    expect(await passwords.compare('swordfish', hash)).to.equal(true)
    expect(workers).to.have.length(2)
  })

  it('a thread that dies at work fails that job, and the next gets a new one', async () => {
    const hash = await passwords.hash('swordfish')
    const hoursOfWork = `$2b$24$${'.'.repeat(53)}`
    const lost = passwords.compare('swordfish', hoursOfWork)
    const next = passwords.compare('swordfish', hash)
    setImmediate(() => void workers[0]?.terminate())
    await new Promise((resolve) => setImmediate(resolve))
    expect(await codeOf(lost)).to.equal('storage_unavailable')
    expect(await next).to.equal(true)
    expect(workers).to.have.length(2)
  })

  it('closing lets jobs finish and refuses new ones', async () => {
    const running = passwords.hash('swordfish')
    const closing = passwords.close()
    expect(await codeOf(passwords.hash('swordfish'))).to.equal('storage_unavailable')
    expect(await running).to.match(/^\$2b\$04\$/)
    await closing
    await passwords.close()
  })

  it('a script gets its hash and then ends by itself, whatever flags it runs with', async () => {
    const script = `
      import { createPasswords } from ${JSON.stringify(new URL('../../lib/auth/passwords.js', import.meta.url).href)}
      console.log(await createPasswords({ cost: 4 }).hash('swordfish'))`
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(stdout).to.match(/^\$2b\$04\$/)
  })

  it('bcryptjs is imported by the worker only', async () => {
    const lib = new URL('../../lib/', import.meta.url)
    const importing: string[] = []
    for (const file of await readdir(lib, { recursive: true })) {
      if (!file.endsWith('.js')) continue
      const source = await readFile(new URL(file, lib), 'utf8')
      if (/from ['"]bcryptjs['"]/.test(source)) importing.push(file)
      expect(source, file).not.to.match(/import .*password-worker\.js/)
    }
    expect(importing).to.deep.equal(['auth/password-worker.js'])
  })
})
