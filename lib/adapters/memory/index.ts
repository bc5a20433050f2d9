export { createMemoryAdapters, type MemoryAdapters, type MemoryHost } from './adapters.js'
export { createMemoryCounters } from './counters.js'
