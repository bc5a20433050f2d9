/**
 * Members of messages for chats that readers do not read, and why. `height` also means `minHeight`;
 * `Type.member` is a member of that type alone, `holder.member` one in a member of that name.
 */
const QUIET: Readonly<Record<string, string>> = {
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
  'grid.area': 'a name for programs',
  key: 'a name for programs',
  labelFor: 'a name for programs',
  lang: 'a name for programs',
  os: 'a name for programs',
  'Image.altText': 'stands in for what is shown',
  fallback: 'stands in for what is shown',

  // Discord
  allowed_mentions: 'whom it may notify',
  flags: 'how it is delivered',
  nonce: 'a name for programs',
  thread_name: 'where it goes',
  'embeds.timestamp': 'shown as a time',
  'emoji.id': 'a name for programs',

  // ntfy, Gotify
  priority: 'how it is delivered',
  sequence_id: 'a name for programs',
  markdown: 'how it looks',
  'actions.action': 'says what it is',
  'actions.clear': 'for the program that sent it',

  // Google Chat
  cardId: 'a name for programs',
  thread: 'where it goes',
  'card.name': 'a name for programs',
  'header.imageType': 'how it looks',
  'header.imageAltText': 'stands in for what is shown',
  textSyntax: 'how it looks',
  'openLink.openAs': 'how it looks',
  'openLink.onClose': 'how it looks',
  collapseControl: 'how it looks',
  previewText: 'stands in for what is shown',
}

export const QUIET_MEMBERS: ReadonlySet<string> = new Set(Object.keys(QUIET))
