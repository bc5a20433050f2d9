import { parseArgs } from 'node:util'
import { EnvironmentFault } from './environment.js'
import { errorText, StoreInUse } from './store/errors.js'

/**
 * Runs a command of the operator, which returns its exit code; that of wrong variables is 2. `advice` is for a
 * store that is in use.
 */
export async function runCommand(main: () => Promise<number>, advice = ''): Promise<void> {
  process.exitCode = await main().catch((error: unknown) => {
    console.error(error instanceof StoreInUse ? `${error.message}. ${advice}` : errorText(error))
    return error instanceof EnvironmentFault ? 2 : 1
  })
}

/** The value of the only option; a number is the exit code after the help was printed. */
export function optionOrHelp(name: string, help: string): string | number {
  const options = { [name]: { type: 'string' }, help: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const { [name]: value, help: isAsked } = values
  if (typeof value === 'string' && isAsked !== true) return value
  console.log(help)
  return isAsked === true ? 0 : 2
}
