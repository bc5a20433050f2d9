export { describeAdapters } from './describe-adapters.js'
export { describeFormat, type FormatFixture } from './describe-format.js'
export type { ConformanceSession } from './session.js'
