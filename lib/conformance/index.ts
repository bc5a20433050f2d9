export { type ConformanceOptions, describeAdapters } from './describe-adapters.js'
export {
  describeFormat,
  type DescribeFormatOptions,
  type FormatFixture,
} from './describe-format.js'
export type { TestRunner } from './runner.js'
export type {
  AdaptersUnderTest,
  ConformanceSession,
  HostFeature,
  SeedChannel,
  SeedUser,
} from './session.js'
