import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.js'
import { ROOT } from './root.js'
import { until } from './until.js'

// Debian installs nginx where only root looks for programs.
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
const CERTIFICATE = ['-subj', '/CN=chat.example.org', '-days', '1']
const CONFIGURATION = join(ROOT, 'example-host/deploy/nginx.conf')

/** Whether there is an nginx to test with, and a program that makes certificates for it. */
export const HAS_NGINX = isInstalled('nginx', '-v') && isInstalled('openssl', 'version')

/** A suite that is pending without nginx. */
export function describeWithNginx(title: string, tests: () => void): void {
  if (HAS_NGINX) describe(title, tests)
  else describe.skip(`${title} (pending: nginx or openssl is not installed)`, tests)
}

/** An nginx with the configuration of the example host, in front of two servers. */
export interface Nginx {
  readonly url: string
  /** What it has logged: access log and error log. */
  readonly logs: () => Promise<{ readonly access: string; readonly error: string }>
  readonly close: () => Promise<void>
}

/** What `nginx -t` prints about the configuration with TLS; the exit code is 0 if it accepts it. */
export async function checkNginx(): Promise<{ status: number | null; output: string }> {
  const folder = await writeFolder(withAddresses(await freePort(), [1, 2]))
  const names = ['-keyout', join(folder, 'chat.key'), '-out', join(folder, 'chat.pem')]
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...CERTIFICATE, ...names])
  const { status, stderr } = spawnSync('nginx', [...argsIn(folder), '-t'], {
    encoding: 'utf8',
    env: ENV,
  })
  await rm(folder, { recursive: true, force: true })
  return { status, output: stderr }
}

/** Starts nginx and returns when it accepts connections. `change` may change its configuration. */
export async function startNginx(
  nodePorts: readonly [number, number],
  change: (configuration: string) => string = (text) => text,
): Promise<Nginx> {
  const port = await freePort()
  const folder = await writeFolder(change(withoutTls(withAddresses(port, nodePorts))))
  const child = spawn('nginx', argsIn(folder), { stdio: 'ignore', env: ENV })
  const exited = once(child, 'exit')
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  const log = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
    process.off('exit', abandon)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until('nginx accepts connections', async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${await log('error.log')}`)
      return accepts(port)
    })
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    logs: async () => ({ access: await log('access.log'), error: await log('error.log') }),
    close,
  }
}

function argsIn(folder: string): string[] {
  return ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'main.conf')]
}

async function writeFolder(configuration: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  // The workers of an nginx that root starts run as another user.
  await chmod(folder, 0o755)
  const inFolder = configuration.replaceAll(/\/(?:var\/log\/nginx|etc\/nginx\/tls)/g, folder)
  await writeFile(join(folder, 'main.conf'), mainOf(folder))
  await writeFile(join(folder, 'chat.conf'), inFolder)
  return folder
}

function mainOf(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  return `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary}
  include ${folder}/chat.conf;
}
`
}

function withAddresses(port: number, [first, second]: readonly [number, number]): string {
  return readFileSync(CONFIGURATION, 'utf8')
    .replace('node1:8065', `127.0.0.1:${first}`)
    .replace('node2:8065', `127.0.0.1:${second}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
}

function withoutTls(configuration: string): string {
  return configuration
    .replace(' ssl default_server', ' default_server')
    .replace(/^ *ssl_.*\n/gm, '')
}

function isInstalled(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { env: ENV }).status === 0
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => {
      resolve(false)
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
