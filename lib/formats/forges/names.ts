import { wordsIn } from '../kit.js'

// The names that forges have for the same member. The first name that a body has counts; no forge has
// another's name for something else.

/** Where it can be seen. */
export const PAGE = wordsIn(`
  html_url links.html.href links.self.0.href _links.web.href _links.html.href url
`)

/** What somebody wrote. */
export const TEXT = wordsIn('body note description content.raw summary.raw text')

/** The file that a comment is about. */
export const FILE = wordsIn('path inline.path anchor.path position.new_path st_diff.new_path')

/** Who wrote a commit. */
export const AUTHOR = wordsIn(`
  author.user.display_name author.display_name author.displayName author.username author.name
`)

/** What people are called. */
export const PERSON = wordsIn('display_name displayName nickname uniqueName login username name')

export const CREATED = ['created_at', 'created_on', 'createdDate', 'creationDate']
export const UPDATED = wordsIn('updated_at updated_on updatedDate lastUpdatedDate submitted_at')
export const CLOSED_AT = ['merged_at', 'closed_at', 'closedDate']

/** How a run ended, or where it is. */
export const STATUS = ['conclusion', 'result', 'status', 'state']
/** The branch of a run. */
export const BRANCH = ['head_branch', 'check_suite.head_branch', 'ref', 'refname']
export const STARTED_AT = wordsIn('run_started_at started_at createdDate startTime')
export const ENDED_AT = wordsIn('completed_at finished_at finishedDate finishTime updated_on')
