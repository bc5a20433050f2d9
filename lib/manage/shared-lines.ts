import type { LogsAdapter } from '../adapters/types.js'
import type { HookLog } from '../model/log.js'
import { Batcher } from './batcher.js'
import type { LogLines } from './debug-log.js'

export interface SharedLines extends LogLines {
  /** Writes all lines that wait. */
  flush(): Promise<void>
}

/** The lines of all processes, in the host's store. */
export function createSharedLines(logs: LogsAdapter, log: HookLog): SharedLines {
  const batcher = new Batcher<string>({
    write: (lines) => logs.append(lines),
    name: 'lines of the debug log',
    log,
  })
  return {
    add: (line) => {
      batcher.add(line)
    },
    page: async (offset, limit) => {
      await batcher.flush()
      return logs.page(offset, limit)
    },
    flush: () => batcher.flush(),
  }
}
