const plainText = { type: 'plain_text', text: 'words' }
const mrkdwn = { type: 'mrkdwn', text: 'words' }
const option = { text: plainText, value: 'value', description: plainText, url: 'https://a.example' }
const button = {
  type: 'button',
  text: plainText,
  url: 'https://a.example',
  value: 'value',
  action_id: 'id',
  style: 'primary',
  accessibility_label: 'words',
  integration: { url: 'https://a.example', context: { key: 'value' } },
}
const menu = {
  type: 'static_select',
  placeholder: plainText,
  options: [option],
  option_groups: [{ label: plainText, options: [option] }],
  initial_option: option,
}
const image = { type: 'image', image_url: 'https://a.example', alt_text: 'words', title: plainText }
const bold = { type: 'text', text: 'words', style: { bold: true } }
const inline = [
  { type: 'text', text: 'words' },
  bold,
  { type: 'text', text: 'words', style: { italic: true, strike: true } },
  { type: 'text', text: 'words', style: { code: true } },
  { type: 'link', url: 'https://a.example', text: 'words' },
  { type: 'user', user_id: 'words' },
  { type: 'usergroup', usergroup_id: 'words' },
  { type: 'channel', channel_id: 'words' },
  { type: 'emoji', name: 'tada', unicode: '1f389' },
  { type: 'date', timestamp: 1, format: '{date}', fallback: 'words', url: 'https://a.example' },
  { type: 'broadcast', range: 'here' },
  { type: 'color', value: '#fff' },
  { type: 'team', team_id: 'words' },
  { type: 'other', name: 'words' },
]
const section = { type: 'rich_text_section', elements: inline }
const richText = {
  type: 'rich_text',
  elements: [
    section,
    { type: 'rich_text_list', style: 'ordered', elements: [section] },
    { type: 'rich_text_quote', elements: inline },
    { type: 'rich_text_preformatted', language: 'json', elements: [bold] },
  ],
}
const card = {
  type: 'card',
  hero_image: image,
  icon: image,
  title: mrkdwn,
  subtitle: mrkdwn,
  body: mrkdwn,
  subtext: plainText,
  actions: [button],
}
const task = {
  type: 'task_card',
  title: 'words',
  status: 'in_progress',
  details: richText,
  output: richText,
  sources: [{ type: 'url', url: 'https://a.example', text: 'words' }],
}

/** A block of each kind, with every member that holds text, an address or a list. */
export const BLOCKS: readonly object[] = [
  { type: 'header', text: plainText },
  { type: 'header', text: mrkdwn },
  { type: 'section', text: mrkdwn, fields: [mrkdwn, plainText], accessory: button },
  { type: 'section', text: plainText, accessory: image },
  { type: 'section', text: { ...mrkdwn, verbatim: true }, accessory: menu },
  { type: 'section', text: mrkdwn, accessory: { type: 'overflow', options: [option] } },
  { type: 'context', elements: [mrkdwn, plainText, image] },
  { type: 'actions', elements: [button, menu] },
  {
    type: 'actions',
    elements: [{ type: 'checkboxes', options: [option], initial_options: [option] }],
  },
  {
    type: 'context_actions',
    elements: [{ type: 'feedback_buttons', positive_button: button, negative_button: button }],
  },
  {
    type: 'input',
    label: plainText,
    hint: plainText,
    element: { type: 'plain_text_input', placeholder: plainText, initial_value: 'words' },
  },
  {
    type: 'input',
    label: plainText,
    element: { type: 'rich_text_input', initial_value: richText },
  },
  {
    type: 'input',
    label: plainText,
    element: { type: 'radio_buttons', options: [option], initial_option: option },
  },
  { type: 'markdown', text: 'words' },
  { type: 'divider' },
  image,
  { type: 'image', slack_file: { url: 'https://a.example' }, alt_text: 'words' },
  richText,
  {
    type: 'table',
    caption: 'words',
    column_settings: [{ align: 'left' }],
    rows: [[{ type: 'raw_text', text: 'words' }, { type: 'raw_number', value: 1 }, richText]],
  },
  {
    type: 'video',
    title: plainText,
    title_url: 'https://a.example',
    video_url: 'https://a.example',
    thumbnail_url: 'https://a.example',
    alt_text: 'words',
    description: plainText,
    author_name: 'words',
    provider_name: 'words',
  },
  { type: 'file', external_id: 'words', file: { title: 'words', permalink: 'https://a.example' } },
  {
    type: 'call',
    call_id: 'words',
    call: { v1: { name: 'words', join_url: 'https://a.example' } },
  },
  { type: 'alert', text: mrkdwn, level: 'error' },
  card,
  { type: 'carousel', elements: [card] },
  {
    type: 'container',
    title: mrkdwn,
    rich_text_title: richText,
    subtitle: plainText,
    icon: image,
    child_blocks: [{ type: 'section', text: mrkdwn }],
  },
  { type: 'plan', title: 'words', tasks: [task] },
  { type: 'hologram', title: 'words', parts: [plainText, mrkdwn, richText] },
]

const attachment = {
  fallback: 'words',
  color: 'good',
  pretext: 'words',
  author_name: 'words',
  author_link: 'https://a.example',
  author_icon: 'https://a.example',
  title: 'words',
  title_link: 'https://a.example',
  text: 'words',
  fields: [{ title: 'words', value: 'words', short: true }],
  image_url: 'https://a.example',
  thumb_url: 'https://a.example',
  footer: 'words',
  footer_icon: 'https://a.example',
  ts: '1',
  actions: [
    {
      id: 'id',
      type: 'button',
      name: 'words',
      text: 'words',
      value: 'value',
      style: 'good',
      url: 'https://a.example',
      tooltip: 'words',
      integration: { url: 'https://a.example', context: { key: 'value' } },
    },
    {
      type: 'select',
      name: 'words',
      data_source: 'users',
      default_option: 'value',
      options: [{ text: 'words', value: 'value' }],
    },
  ],
}

/** A payload with every member of its own and of an attachment. */
export const PAYLOAD: object = {
  text: 'words',
  channel: 'off-topic',
  username: 'words',
  icon_url: 'https://a.example',
  icon_emoji: ':tada:',
  type: 'custom_words',
  root_id: '',
  props: { card: 'words', own: ['words', { inner: 'words' }] },
  priority: { priority: 'urgent' },
  attachments: [attachment],
  unknown: ['words', { inner: 'words' }],
}
