import { createTellMistake, HOST_MISTAKES, type HostMistake } from '../../lib/host/host-mistakes.js'

/** The codes of log lines, in their order. */
export const LOG_CODES: readonly HostMistake[] = Object.keys(HOST_MISTAKES).filter(isCode)

/** The levels at which they are logged. */
export function levelsOfCodes(): readonly string[] {
  const levels = new Set<string>()
  const tell = createTellMistake((level) => levels.add(level))
  for (const code of LOG_CODES) tell(code)
  return [...levels]
}

function isCode(name: string): name is HostMistake {
  return name in HOST_MISTAKES
}
