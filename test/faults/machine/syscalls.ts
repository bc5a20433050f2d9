import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { startExampleHost } from '../../support/example-host.js'
import { makeHookChannel } from '../../support/hook-channel.js'
import { call } from '../../support/http-client.js'
import { Bars } from '../../support/figures.js'
import { parseTrace, type SystemCall } from './trace.js'

const MESSAGES = 400
const CLIENTS = 8
const CALLS = 'openat,read,write,writev,pwrite64,fdatasync,fsync,rename'

/** Traces the host while clients post: what is acknowledged has been synced before its answer began. */
export async function traceOrder(): Promise<0 | 1> {
  const directory = await mkdtemp(join(tmpdir(), 'syscalls-'))
  const file = join(directory, 'trace')
  const bars = new Bars()
  try {
    const host = await startExampleHost({
      dataDir: join(directory, 'data'),
      wrap: ['strace', '-D', '-f', '-qq', '-s', '65536', '-e', `trace=${CALLS}`, '-o', file],
    })
    try {
      const { hookPath } = await makeHookChannel(host, 'traced')
      const ids = Array.from({ length: MESSAGES }, (_, n) => `traced-message-${n}-`)
      const waiting = [...ids]
      const client = async (): Promise<void> => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          const { status } = await post(host.url + hookPath, id)
          if (status !== 200) throw new Error(`answered ${status}`)
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      await host.stop()
      judge(bars, parseTrace(await readFile(file, 'latin1')), ids)
    } finally {
      await host.kill9()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return bars.end()
}

function post(url: string, text: string) {
  return call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
}

function judge(bars: Bars, calls: readonly SystemCall[], ids: readonly string[]): void {
  const found = ids.map((id) => orderOf(calls, id))
  const right = found.filter((order) => order === 'synced before the answer').length
  for (const order of new Set(found)) {
    bars.note(order, String(found.filter((each) => each === order).length))
  }
  bars.atLeast('messages whose data was synced before their 200', right, ids.length)
  const renames = calls.filter(({ name, args }) => name === 'rename' && args.includes('.tmp"'))
  bars.atLeast('files that were put in place by a rename', renames.length, 3)
  const early = renames.filter((rename) => !isSyncedBefore(calls, rename))
  bars.atMost('those renamed before their content was synced', early.length, 0)
}

function orderOf(calls: readonly SystemCall[], id: string): string {
  const request = calls.find(({ name, args }) => name === 'read' && args.includes(id))
  const write = calls.find(({ name, args }) => name === 'pwrite64' && args.includes(id))
  if (!request || !write) return 'not seen in the trace'
  const answer = calls.find(
    ({ name, fd, begin, args }) =>
      name.startsWith('write') &&
      fd === request.fd &&
      begin > request.end &&
      args.includes('HTTP/1.1 200'),
  )
  const sync = calls.find(
    ({ name, fd, begin, result }) =>
      name === 'fdatasync' && fd === write.fd && begin > write.end && result === '0',
  )
  if (!answer || !sync) return answer ? 'never synced' : 'never answered'
  return sync.end < answer.begin ? 'synced before the answer' : 'answered before it was synced'
}

function isSyncedBefore(calls: readonly SystemCall[], rename: SystemCall): boolean {
  const [, path = ''] = /"([^"]*\.tmp)"/.exec(rename.args) ?? []
  const opened = calls.findLast(
    ({ name, args, end }) => name === 'openat' && args.includes(`"${path}"`) && end < rename.begin,
  )
  return calls.some(
    ({ name, fd, begin, end, result }) =>
      name === 'fsync' &&
      result === '0' &&
      String(fd) === opened?.result &&
      begin > opened.end &&
      end < rename.begin,
  )
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await traceOrder())
