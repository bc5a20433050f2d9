export interface Folder {
  readonly sources: string
  readonly tests: string
}

/** Folders of pure functions, each with the folder of the tests that have to notice a change in it. */
export const FOLDERS: readonly Folder[] = [
  { sources: 'lib/rules', tests: 'test/rules' },
  { sources: 'lib/text', tests: 'test/text' },
  { sources: 'lib/pipeline', tests: 'test/pipeline' },
  { sources: 'lib/formats', tests: 'test/formats' },
  { sources: 'lib/native/message/blocks', tests: 'test/native/message/blocks' },
]

/**
 * Titles of tests that measure costs, or try so many texts that they take a second: too long to wait
 * for with each mutant.
 */
export const SLOW_TESTS = new RegExp(
  [
    'the cost of',
    'costs at most',
    'takes at most',
    'grows no faster',
    'within a moment',
    'fences of Slack among Markdown, rendered',
    'for all UTF-8',
    'in whatever JSON.parse refuses',
  ].join('|'),
)
