/** The name of the format that Slack and Mattermost share. */
export const OWN_FORMAT = 'native'
/** The name of the format that reads any JSON. */
export const ANY_JSON = 'json'

/** How one program is connected, which a file of `programs` says. */
export interface Program {
  /** In the address of the page. */
  readonly name: string
  readonly title: string
  /** Two letters instead of a logo. */
  readonly mark: string
  /** Under which heading it is listed: those of one group follow each other. */
  readonly group: string
  /** The format of its webhooks, for those that send one of their own; empty for others. Listed if the server reads it. */
  readonly format: string
  /** What else people look for it by. */
  readonly keywords: string
  /** Markdown with nothing but bold words and code. */
  readonly steps: readonly string[]
  /** Stands above the code. */
  readonly file: string
  /** With placeholders such as `<url>`. Without, the program keeps the URL apart, as a secret. */
  readonly code: string
}
