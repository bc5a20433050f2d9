import { parseArgs } from 'node:util'
import { printable } from '../text/printable.js'
import { type Client, createClient } from './client.js'

/** What the commands are told in their arguments and in the environment. */
export interface Options {
  readonly client: Client
  readonly file: string | undefined
  readonly team: string
  readonly prune: boolean
}

export function optionsIn(args: readonly string[]): Options {
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
  return { client: createClient({ url, env: process.env, tell }), file, team, prune }
}

/** Runs a command about a file, which its errors name. */
export async function withFile(
  args: readonly string[],
  run: (options: Options & { readonly file: string }) => Promise<number>,
): Promise<number> {
  const named = args.filter((each) => !each.startsWith('-')).at(-1)
  try {
    const { file, ...options } = optionsIn(args)
    if (file === undefined) throw new Error('expected a file')
    return await run({ ...options, file })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    const isNamed = named === undefined || message.includes(named)
    warn(isNamed ? message : `${named}: ${message}`)
    return 1
  }
}

export function say(text: string): void {
  console.log(printable(text))
}

export function warn(text: string): void {
  console.error(printable(text))
}
