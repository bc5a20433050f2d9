/** Members of messages for chats that readers do not read, and why. `Type.member`: only of that type. */
export const QUIET: Readonly<Record<string, string>> = {
  $schema: 'says what it is',
  '@context': 'says what it is',
  '@type': 'says what it is',
  contentType: 'says what it is',
  type: 'says what it is',
  version: 'says what it is',
  layout: 'how it looks',
  size: 'how it looks',
  spacing: 'how it looks',
  style: 'how it looks',
  themeColor: 'how it looks',
  custom_id: 'a name for programs',
  id: 'a name for programs',
  topic: 'a name for programs',
  data: 'for the program that sent it',
  fallbackText: 'stands in for what is shown',
  speak: 'stands in for what is shown',
  summary: 'stands in for what is shown',
}

export const QUIET_MEMBERS: ReadonlySet<string> = new Set(Object.keys(QUIET))
