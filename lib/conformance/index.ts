export { type ConformanceOptions, describeAdapters } from './describe-adapters.js'
export type { TestRunner } from './runner.js'
export type {
  AdaptersUnderTest,
  ConformanceSession,
  Lack,
  SeedChannel,
  SeedUser,
} from './session.js'
