import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'

interface Answer {
  readonly status: number
  readonly text: string
}

/** Posts what stands in its arguments, and writes the answer as JSON. */
const POST = `const [url, headers, body] = process.argv.slice(1)
const answer = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body })
process.stdout.write(JSON.stringify({ status: answer.status, text: await answer.text() }))`

/** Zabbix's object of this name, which waits for the answer. */
class HttpRequest {
  readonly #headers: [name: string, value: string][] = []
  #status = 0

  addHeader(line: string): void {
    const [name = '', ...value] = line.split(': ')
    this.#headers.push([name, value.join(': ')])
  }

  post(url: string, body: string): string {
    const call = ['--input-type=module', '-e', POST, url, JSON.stringify(this.#headers), body]
    const { status, text } = JSON.parse(
      execFileSync(process.execPath, call, { encoding: 'utf8' }),
    ) as Answer
    this.#status = status
    return text
  }

  getStatus(): number {
    return this.#status
  }
}

/**
 * Runs the script of a media type as Zabbix does: as the body of a function, with the parameters as
 * JSON. The server must be another process, because the script waits for it.
 */
export function runZabbixScript(
  script: string,
  parameters: Readonly<Record<string, string>>,
): unknown {
  const value = JSON.stringify(parameters)
  return runInNewContext(`(function () {\n${script}\n})()`, { value, HttpRequest })
}
