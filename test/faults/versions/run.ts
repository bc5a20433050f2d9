import { argv } from 'node:process'
import { openCheckout } from '../checkout.js'
import { startOwnPostgres } from '../postgres/server.js'
import { ROOT } from '../../support/root.js'
import { tryStore } from './side-by-side.js'
import { STORES, type StoreUnderTest } from './stores.js'

const MILLISECONDS = Number(process.env['VERSIONS_SECONDS'] ?? 60) * 1000
/** Lines that show what was wrong. */
const MOST_SHOWN = 10

/** Nodes of an older version and of this one on one store of each kind, under one load. */
async function main(ref: string, stores: readonly StoreUnderTest[]): Promise<boolean> {
  const checkout = await openCheckout(ref)
  try {
    const server = await startOwnPostgres()
    try {
      const versions = { older: checkout.folder, newer: ROOT }
      let failed = 0
      for (const store of stores) {
        const faults = await tryStore(store, versions, server.url, MILLISECONDS)
        for (const fault of faults.slice(0, MOST_SHOWN)) console.log(fault)
        failed += faults.length
      }
      return failed === 0
    } finally {
      await server.close()
    }
  } finally {
    await checkout.close()
  }
}

const [ref, ...words] = argv.slice(2)
const stores = STORES.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
process.exitCode = 1
if (ref === undefined || stores.length === 0) {
  console.log('To run it: npm run faults versions -- COMMIT [STORE]. The stores:')
  for (const { name } of STORES) console.log(`  ${name}`)
} else {
  const held = await main(ref, stores)
  console.log(held ? 'held' : 'did not hold')
  if (held) process.exitCode = 0
}
