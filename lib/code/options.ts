import { parseArgs } from 'node:util'
import { asError } from '../host/as-error.js'
import { printable } from '../text/names.js'
import { type Client, createClient } from './client.js'

/** What the commands are told in their arguments and in the environment. */
interface Options {
  readonly client: Client
  /** Only webhooks of this team; `''`: of all. */
  readonly team: string
  readonly prune: boolean
  readonly file: string | undefined
}

/** The same for commands that need a file. */
export interface FileOptions extends Options {
  readonly file: string
}

/** Runs a command. Its errors name the file. */
export async function withOptions(
  args: readonly string[],
  run: (options: Options) => Promise<number>,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string', default: '' },
      team: { type: 'string', default: '' },
      prune: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  const { url, team, prune, verbose } = values
  const [file, ...others] = positionals
  if (others.length > 0) throw new Error('expected one file')
  const tell = verbose ? warn : (): void => undefined
  try {
    const client = createClient({ url, env: process.env, tell })
    return await run({ client, team, prune, file })
  } catch (error) {
    const { message } = asError(error)
    warn(file === undefined || message.includes(file) ? message : `${file}: ${message}`)
    return 1
  }
}

export function withFile(
  args: readonly string[],
  run: (options: FileOptions) => Promise<number>,
): Promise<number> {
  return withOptions(args, ({ file, ...options }) => {
    if (file === undefined) throw new Error('expected a file')
    return run({ ...options, file })
  })
}

export function say(text: string): void {
  console.log(printable(text))
}

export function warn(text: string): void {
  console.error(printable(text))
}
