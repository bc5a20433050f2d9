/** Whether this run also searches: `npm run test:all`. */
export const ALL = process.env['TEST_ALL'] === '1'

/** All of them when the run searches, else these few. */
export function allOr<T>(all: T, few: T): T {
  return ALL ? all : few
}
