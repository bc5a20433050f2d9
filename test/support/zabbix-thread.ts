import { runInNewContext } from 'node:vm'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { ZabbixAnswer, ZabbixPost, ZabbixResult } from './zabbix-script.js'

interface Work {
  readonly script: string
  readonly value: string
  /** To the thread that posts for the script. */
  readonly port: MessagePort
  /** Its first number is 1 once there is an answer. */
  readonly answered: Int32Array
}

const { script, value, port, answered } = workerData as Work

/** Zabbix's object of this name, which waits for the answer. */
class HttpRequest {
  readonly #headers: [name: string, value: string][] = []
  #status = 0

  addHeader(line: string): void {
    const [name = '', ...rest] = line.split(': ')
    this.#headers.push([name, rest.join(': ')])
  }

  post(url: string, body: string): string {
    port.postMessage({ url, headers: Object.fromEntries(this.#headers), body } satisfies ZabbixPost)
    Atomics.wait(answered, 0, 0)
    Atomics.store(answered, 0, 0)
    const { status, text } = (receiveMessageOnPort(port) as { message: ZabbixAnswer }).message
    this.#status = status
    return text
  }

  getStatus(): number {
    return this.#status
  }
}

parentPort?.postMessage(result())

function result(): ZabbixResult {
  try {
    const body = `(function () {\n${script}\n})()`
    return { value: runInNewContext(body, { value, HttpRequest }) as unknown }
  } catch (error) {
    return { error: String(error) }
  }
}
