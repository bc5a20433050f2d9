import type { JsonValue } from '../../lib/model/records.js'
import type { PostToShow } from '../../lib/render/index.js'

/** What a post says that is not shown with all of its formatting. */
export const NOTE =
  'Some of this message is shown without formatting, because it is too large or too complex.'

/** A post as a store gives it back: a message and attachments. */
export function postOf(message: string, ...attachments: readonly JsonValue[]): PostToShow {
  return { message, props: { from_webhook: 'true', attachments } }
}

/** An attachment with every member. */
export const WHOLE = {
  fallback: 'not shown',
  color: '#D00000',
  pretext: 'Before *it*',
  author_name: 'Ada [L]',
  author_link: 'https://a.example/ada',
  author_icon: 'https://a.example/ada.png',
  title: 'Disk *full* &amp; hot',
  title_link: 'https://a.example/alert?a=1&b=2',
  text: 'See **node-7**',
  fields: [
    { title: 'Host', value: '`web-1`', short: true },
    { title: 'Load:', value: '9.5', short: false },
  ],
  image_url: 'https://a.example/graph.png',
  thumb_url: '/thumb.png',
  thumb_alt: 'A &amp; *b*',
  footer: 'Grafana _v12_',
  footer_icon: 'https://a.example/g.png',
  ts: 1_790_000_000,
  actions: [
    {
      id: 'ack',
      type: 'button',
      name: 'Ack <it>',
      integration: { url: 'https://i.example', context: {} },
    },
    { id: 'mute', type: 'select', name: 'Mute', options: [{ text: '1 h', value: '1' }] },
    { id: 'book', type: 'button', name: 'Runbook', url: 'https://a.example/book' },
  ],
}
