import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { load, YAML11_SCHEMA } from 'js-yaml'
import { z } from 'zod'
import { BODY_LIMIT } from '../../lib/model/limits.js'
import { NODE_FLAGS } from '../support/example-host.js'
import { page, namesIn, tableIn } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

const NGINX = deployed('nginx.conf')
const UNIT = deployed('chat@.service')
const DOCKERFILE = deployed('Dockerfile')
const SERVER = read('example-host/server.ts')
const COMPOSE = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      ports: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      stop_grace_period: z.string().default(''),
    }),
  ),
})
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0

describe('compose.yaml', () => {
  // Only YAML 1.1 has the merge keys (`<<`) that Compose understands.
  const yaml = load(deployed('compose.yaml'), { schema: YAML11_SCHEMA })
  const { services } = COMPOSE.parse(yaml)
  const { node1, node2 } = services

  it('publishes nginx only', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name)).to.deep.equal(['nginx'])
  })

  it('runs two nodes that differ only in what they wait for', () => {
    expect(node1).to.deep.equal({ ...node2, depends_on: node1?.['depends_on'] })
  })

  it('contains no secret, and lists those of .env in the README', () => {
    const given = Object.values(services).flatMap(({ environment }) => Object.entries(environment))
    const secret = given.filter(([name]) => /SECRET|PASSWORD|URL/.test(name))
    for (const [, value] of secret) expect(value).to.match(/\$\{\w+:(?:\?|-\})/)
    const needed = [...deployed('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    for (const name of needed) expect(deployed('README.md')).to.match(new RegExp(`^${name}=`, 'm'))
  })

  it('sets variables that the example host reads', () => {
    const known = tableIn(read('example-host/README.md'), 'variable', 'default').flatMap(([name]) =>
      namesIn(name),
    )
    const set = Object.keys(node1?.environment ?? {}).filter((name) => name !== 'DATABASE_URL')
    expect(known).to.include.members(set)
  })

  it('gives each node what .env may set, and the README says what that is', () => {
    const optional = [...deployed('compose.yaml').matchAll(/^ +(\w+): \$\{(\w+):-\}$/gm)]
    expect(optional).to.have.lengthOf(5)
    for (const [, name, inEnv] of optional) {
      expect(inEnv).to.equal(name)
      expect(deployed('README.md')).to.include(`\`${name}\``)
    }
  })

  it('gives a node as long as it takes to stop', () => {
    expect(Number.parseInt(node1?.stop_grace_period ?? '') * 1000).to.be.above(stopMs())
  })
})

describe('chat@.service', () => {
  it('gives a node as long as it takes to stop', () => {
    expect(numberIn(UNIT, /^TimeoutStopSec=(\d+)$/m) * 1000).to.be.above(stopMs())
  })

  it('passes the flags of `npm start` to Node', () => {
    expect(UNIT).to.include(`ExecStart=/usr/bin/node ${NODE_FLAGS.join(' ')} dist/`)
  })

  const itVerifies = HAS_SYSTEMD ? it : it.skip
  const title = `is accepted by systemd-analyze verify${HAS_SYSTEMD ? '' : ' (pending: it is not installed)'}`
  itVerifies(title, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'))
    const path = join(folder, 'chat@.service')
    // It checks that the program exists.
    await writeFile(path, UNIT.replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    })
    await rm(folder, { recursive: true, force: true })
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
  })
})

describe('Dockerfile', () => {
  it('runs the server itself, as another user than root', () => {
    expect(DOCKERFILE).to.match(/\nUSER node\n/)
    expect(DOCKERFILE).to.match(/\nSTOPSIGNAL SIGTERM\n/)
    const flags = NODE_FLAGS.map((flag) => `"${flag}", `).join('')
    expect(DOCKERFILE.trim().split('\n').at(-1)).to.equal(
      `CMD ["node", ${flags}"dist/example-host/server.js"]`,
    )
    expect(read('package.json')).to.include(
      `"start": "node ${NODE_FLAGS.join(' ')} build/start.mjs"`,
    )
    expect(read('build/start.mjs')).to.include("import('../dist/example-host/server.js')")
  })

  it('has a check that succeeds only while the server is healthy', () => {
    const [, list = ''] = /HEALTHCHECK.*\\\n {2}CMD (.*)\n/.exec(DOCKERFILE) ?? []
    const [program, flag, script = ''] = z.array(z.string()).parse(JSON.parse(list))
    expect([program, flag]).to.deep.equal(['node', '-e'])
    const statusIf = (ok: boolean): number | null => {
      const healthz = `globalThis.fetch = async (url) => ({ ok: ${ok} && url.endsWith(':8065/healthz') });`
      const env = { ...process.env, PORT: '8065' }
      return spawnSync(process.execPath, ['-e', healthz + script], { env }).status
    }
    expect([statusIf(true), statusIf(false)]).to.deep.equal([0, 1])
  })

  it('leaves secrets out of the image', () => {
    expect(read('.dockerignore').split('\n')).to.include.members(['**/.env', '**/tls', '**/data'])
  })
})

describe('nginx.conf and the example host', () => {
  it('agree on the size of bodies', () => {
    expect(numberIn(NGINX, /client_max_body_size (\d+)m;/) * 1024 * 1024).to.equal(BODY_LIMIT)
  })

  it('close idle connections in nginx first', () => {
    const node = numberIn(read('example-host/running.ts'), /keepAliveTimeout: ([\d_]+)/)
    expect(numberIn(NGINX, /keepalive_timeout (\d+)s;/) * 1000).to.be.below(node)
  })

  it('wait longer in nginx than in the host', () => {
    const readTimeout = numberIn(NGINX, /^ {2}proxy_read_timeout (\d+)s;/m)
    const row = tableIn(page('options.md'), 'option', 'default').find(([name]) =>
      namesIn(name).includes('adapterTimeout'),
    )
    expect(readTimeout * 1000).to.be.above(Number(row?.[1]))
    expect(numberIn(NGINX, /proxy_next_upstream_timeout (\d+)s;/)).to.be.below(readTimeout)
    const beat = numberIn(read('example-host/api/sockets.ts'), /BEAT_MS = ([\d_]+)/)
    expect(numberIn(NGINX, /proxy_read_timeout (\d+)m;/) * 60_000).to.be.above(2 * beat)
  })
})

function deployed(name: string): string {
  return read(join('example-host/deploy', name))
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** How long stopping the host may take. */
function stopMs(): number {
  return numberIn(SERVER, /STOP_MS = ([\d_]+)/)
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]?.replaceAll('_', ''))
}
