import { endureIncidents, faultsOf } from './endure.js'

const INCIDENTS = Number(process.env['INCIDENTS'] ?? 1000)
const SEED = Number(process.env['INCIDENTS_SEED'] ?? Date.now())

const endured = await endureIncidents(INCIDENTS, SEED)
const { deliveries, kills, restarts, statuses } = endured
const faults = faultsOf(endured)
console.log(`seed ${SEED}: ${INCIDENTS} incidents, ${deliveries} deliveries`)
console.log(`${kills} kills, ${restarts} restarts of the database, answers`, statuses)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'held' : 'did not hold')
process.exitCode = faults.length === 0 ? 0 : 1
