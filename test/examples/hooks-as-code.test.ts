import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { load } from 'js-yaml'
import { z } from 'zod'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { ROOT } from '../support/root.js'
import { type Machine, openMachine, type Ran, SHELLS } from './shell.js'

const WORKFLOW = z.object({
  on: z.strictObject({
    pull_request: z.strictObject({ paths: z.tuple([z.literal('hooks.json')]) }),
    push: z.strictObject({
      branches: z.tuple([z.literal('main')]),
      paths: z.tuple([z.literal('hooks.json')]),
    }),
  }),
  jobs: z.strictObject({
    webhooks: z.strictObject({
      'runs-on': z.string(),
      permissions: z.strictObject({ contents: z.literal('read') }),
      steps: z.tuple([
        z.strictObject({ uses: z.string() }),
        z.strictObject({
          name: z.string(),
          env: z.strictObject({
            CHAT_URL: z.literal('${{ vars.CHAT_URL }}'),
            CHAT_LOGIN: z.literal('${{ secrets.CHAT_LOGIN }}'),
          }),
          run: z.string(),
        }),
      ]),
    }),
  }),
})

for (const shell of SHELLS) {
  describe(`the script of hooks-as-code.yml in ${shell}`, () => {
    let machine: Machine
    let host: HostHere

    before(async () => {
      machine = await openMachine()
      host = await startHostHere()
      const team_id: unknown = Reflect.get(Object(await host.api('GET', '/teams/name/main')), 'id')
      const channel = { team_id, name: 'builds', display_name: 'Builds', type: 'O' }
      await host.api('POST', '/channels', channel)
      const text = await readFile(join(ROOT, 'docs/examples/hooks-as-code.yml'), 'utf8')
      const [, { run }] = WORKFLOW.parse(load(text)).jobs.webhooks.steps
      expect(run).not.to.include('${{')
      await machine.write('script', run)
      const command = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${ROOT}/dist/esm/cli.js' "$@"\n`
      await chmod(await machine.write('npx', command), 0o755)
    })
    after(async () => {
      await host.stop()
      await machine.remove()
    })

    const runFor = (event: string, password = host.adminPassword): Promise<Ran> =>
      machine.run([...shell.split(' '), '-e', 'script'], {
        GITHUB_EVENT_NAME: event,
        CHAT_URL: host.url,
        CHAT_LOGIN: JSON.stringify({ login_id: 'admin', password }),
      })
    const slugs = async (): Promise<string> =>
      JSON.stringify(await host.api('GET', '/hooks/incoming'))

    it('plans for a pull request, applies on the main branch, and shows no secret', async () => {
      const file = (display_name: string): string =>
        JSON.stringify({ webhooks: [{ slug: 'ci', channel: 'builds', display_name }] })
      await machine.write('hooks.json', file('CI'))
      const planned = await runFor('pull_request')
      expect(planned).to.include({ status: 0, stderr: '' })
      expect(planned.stdout).to.match(/^\+ ci .*\nWould be: 1 created/)
      expect(await slugs()).to.equal('[]')
      const applied = await runFor('push')
      expect(applied).to.include({ status: 0, stderr: '' })
      expect(await slugs()).to.include('"slug":"ci"')
      await machine.write('hooks.json', file(''))
      for (const event of ['pull_request', 'push']) {
        expect(await runFor(event)).to.have.property('status', 1)
      }
      const refused = await runFor('push', 'wrong')
      expect(refused).to.have.property('status', 1)
      expect(refused.stderr).to.include('401').and.include('EIW_TOKEN is not set')
      const shown = [applied, refused].map(({ stdout, stderr }) => stdout + stderr)
      const all = [...shown, ...(await machine.started())].join('\n')
      expect(all).not.to.include(host.adminPassword)
    })
  })
}
