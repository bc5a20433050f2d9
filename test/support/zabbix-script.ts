import { MessageChannel, Worker } from 'node:worker_threads'
import { call } from './http-client.js'

/** What the script asks its thread's owner to post. */
export interface ZabbixPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ZabbixAnswer {
  readonly status: number
  readonly text: string
}

/** What the script came to in the end. */
export type ZabbixResult = { readonly value: unknown } | { readonly error: string }

/**
 * Runs the script of a media type as Zabbix does: as the body of a function, with the parameters as JSON.
 * Rejects with what the script throws. The script waits for answers, so it has a thread of its own: the
 * server may be in this one.
 */
export async function runZabbixScript(
  script: string,
  parameters: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { port1: requests, port2: port } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  requests.on('message', ({ url, headers, body }: ZabbixPost) => {
    void call(url, { method: 'POST', headers, body }).then(({ status, text }) => {
      requests.postMessage({ status, text } satisfies ZabbixAnswer)
      Atomics.store(answered, 0, 1)
      Atomics.notify(answered, 0)
    })
  })
  const worker = new Worker(new URL('zabbix-thread.js', import.meta.url), {
    workerData: { script, value: JSON.stringify(parameters), port, answered },
    transferList: [port],
  })
  try {
    const result = await new Promise<ZabbixResult>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
    })
    if ('error' in result) throw new Error(result.error)
    return result.value
  } finally {
    requests.close()
    await worker.terminate()
  }
}
