export { createMemoryAdapters, type MemoryAdapters } from './adapters.js'
export { createMemoryCounters } from './counters.js'
export type { MemoryHost } from './host.js'
