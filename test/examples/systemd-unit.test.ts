import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { hookHost, type HookHost } from '../support/hook-host.js'
import { ROOT } from '../support/root.js'
import { listening } from '../support/listening.js'
import { type Machine, openMachine, type Ran } from './shell.js'

const FOLDER = join(ROOT, 'docs/examples')
const NAME = 'report-failure@.service'
const UNIT = readFileSync(join(FOLDER, NAME), 'utf8')
const INSTALLED = '/usr/local/lib/notify.sh'
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0

describe(NAME, () => {
  const itVerifies = HAS_SYSTEMD ? it : it.skip
  const title = `is accepted by systemd-analyze verify, with a unit that it watches${HAS_SYSTEMD ? '' : ' (pending: it is not installed)'}`
  itVerifies(title, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'))
    const [, onFailure = ''] = /^#\s+(OnFailure=.*)$/m.exec(UNIT) ?? []
    const watched = `[Unit]\nDescription=Backup\n${onFailure}\n[Service]\nExecStart=/bin/true\n`
    await writeFile(join(folder, NAME), UNIT)
    await writeFile(join(folder, 'backup.service'), watched)
    const units = [join(folder, NAME), join(folder, 'backup.service')]
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
      encoding: 'utf8',
    })
    await rm(folder, { recursive: true, force: true })
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
  })

  it('reads the URL from a credential, and contains no other secret', () => {
    expect(UNIT).to.match(/^LoadCredential=webhook-url:\//m)
    expect(UNIT).not.to.match(/^(?:Environment|SetCredential)=/m)
  })

  describe('when it runs', () => {
    let machine: Machine
    let host: HookHost
    let server: Server
    let url: string

    beforeEach(async () => {
      machine = await openMachine()
      host = hookHost()
      const opened = await listening(host.app)
      server = opened.server
      url = opened.url + host.path
    })
    afterEach(async () => {
      server.closeAllConnections()
      server.close()
      await machine.remove()
    })

    /** Runs its command as systemd does for `OnFailure=` of a unit. */
    const runFor = async (unit: string, monitor: Record<string, string> = {}): Promise<Ran> => {
      const credential = await machine.write('credentials/webhook-url', `${url}\n`)
      const command = commandOf(unit, 'web-1').map((word) =>
        word.replace(INSTALLED, join(FOLDER, 'notify.sh')),
      )
      return machine.run(command, { CREDENTIALS_DIRECTORY: dirname(credential), ...monitor })
    }
    const messages = (): readonly string[] => host.posts().map(({ message }) => message)

    it('posts the unit, the machine and the result', async () => {
      const ran = await runFor('backup.service', { MONITOR_SERVICE_RESULT: 'exit-code' })
      expect(ran).to.deep.equal({ status: 0, stdout: '', stderr: '' })
      expect(messages()).to.deep.equal(['**backup.service** failed on web-1: exit-code'])
    })

    it('posts without a result, as systemd before 251 gives none', async () => {
      const unit = 'a\\x2db@$(id)`id`.service'
      expect(await runFor(unit)).to.have.property('status', 0)
      expect(messages()).to.deep.equal([`**${unit}** failed on web-1: see its journal`])
    })

    it('fails if the message is not posted, and shows the URL nowhere', async () => {
      url += 'x'
      const { status, stdout, stderr } = await runFor('backup.service')
      expect(status).to.equal(1)
      expect(stderr).to.include('404')
      const shown = stdout + stderr + (await machine.started()).join('\n')
      expect(shown).to.include('--config -').and.not.include(host.key)
    })
  })
})

/** The words of its command as systemd takes them: quoted, with specifiers, and `$$` for `$`. */
function commandOf(instance: string, machine: string): readonly string[] {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(UNIT) ?? []
  const specifiers: Readonly<Record<string, string>> = { '%i': instance, '%H': machine, '%%': '%' }
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) =>
    (quoted ?? plain)
      .replaceAll('$$', () => '$')
      .replace(/%./g, (specifier) => specifiers[specifier] ?? specifier),
  )
}
