import { measureDetection } from './detect.js'
import { measureDurable } from './durable.js'
import { compareCpu } from './cpu.js'
import { measureTranslation } from './translate.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
const FULL = Number(process.env['BENCH_POSTS'] ?? 100_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 7)

console.log(`Server CPU time, ${REQUESTS} requests to each target, 20 connections, in turns`)
await compareCpu(REQUESTS)
console.log(`\nDurable posts per second on lowdb, ${SECONDS} s each, in turns`)
await measureDurable(FULL, SECONDS)
console.log('\nTranslating')
measureTranslation(SECONDS)
console.log('\nRecognising a format')
measureDetection()
