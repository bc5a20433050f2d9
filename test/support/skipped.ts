/** The exit code of a program that skipped all that it was to do. `npm run test:all` knows it. */
export const NOTHING_RAN = 77

/** What a program prints of each part that it leaves out. */
export function skippedLine(part: string, reason: string): string {
  return `SKIPPED ${part}: ${reason.split('\n', 1).join('')}`
}

/** The parts that a program has left out, with the reasons. */
export function skippedIn(output: string): readonly string[] {
  return [...output.matchAll(/^SKIPPED (.+)$/gm)].map(([, part = '']) => part)
}
