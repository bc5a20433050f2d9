export { createMemoryAdapters, type MemoryAdapters } from './adapters.js'
