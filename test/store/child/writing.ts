import { openStore } from '../../../example-host/store/index.js'
import { send } from '../support.js'

// Writes and reports what was acknowledged, until it is killed.
const store = await openStore({ dir: process.argv[2] ?? '' })
const write = async (client: number): Promise<void> => {
  for (let i = 0; process.connected; i++) {
    const message = `${client}: ${i}`
    await send(store, [message])
    process.send?.(message)
  }
}
await Promise.all([1, 2, 3].map(write))
