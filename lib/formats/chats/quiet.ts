/**
 * Members of messages for chats that readers do not read, and why. `height` also means `minHeight`;
 * `Type.member` is a member of that type alone.
 */
export const QUIET: Readonly<Record<string, string>> = {
  $schema: 'says what it is',
  '@context': 'says what it is',
  '@type': 'says what it is',
  type: 'says what it is',
  version: 'says what it is',
  layout: 'how it looks',
  size: 'how it looks',
  spacing: 'how it looks',
  style: 'how it looks',
  custom_id: 'a name for programs',
  id: 'a name for programs',
  topic: 'a name for programs',
  data: 'for the program that sent it',
  fallbackText: 'stands in for what is shown',
  speak: 'stands in for what is shown',
  summary: 'stands in for what is shown',

  // Cards of Microsoft Teams.
  alignment: 'how it looks',
  appearance: 'how it looks',
  backgroundImage: 'how it looks',
  color: 'how it looks',
  colorSet: 'how it looks',
  height: 'how it looks',
  iconUrl: 'how it looks',
  layouts: 'how it looks',
  mode: 'how it looks',
  position: 'how it looks',
  shape: 'how it looks',
  valueFormat: 'how it looks',
  weight: 'how it looks',
  width: 'how it looks',
  'Icon.name': 'a picture that says nothing alone',
  icon: 'a picture that says nothing alone',
  'Component.name': 'a name for programs',
  lang: 'a name for programs',
  os: 'a name for programs',
  'Image.altText': 'stands in for what is shown',
  fallback: 'stands in for what is shown',
}

export const QUIET_MEMBERS: ReadonlySet<string> = new Set(Object.keys(QUIET))
