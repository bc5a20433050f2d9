import { allFormats } from 'express-incoming-webhooks/formats'
import type { Intended } from './judge.js'

/** Differences from the earlier version that are on purpose, with their reasons. */
export const INTENDED: readonly Intended[] = [
  {
    kind: 'status',
    older: 'a request of Healthchecks, which',
    newer: 'a request of Healthchecks.io, which',
    reason: 'a format has one name, in advice as well as in posts',
  },
  {
    kind: 'status',
    older: 'as datadog: the body is not a JSON object',
    newer: 'as datadog: `title` is missing',
    reason: 'as in all formats, an error names the first member that is needed and missing',
  },
  {
    kind: 'status',
    older: 'channel: unknown or archived',
    newer: /there is no channel (?:“[\w.-]+”|with this name), or it is archived/,
    reason: 'the error names the channel that was asked for',
  },
  {
    kind: 'status',
    older: 'a payload needs text, an attachment or a block',
    newer: /(?:`[\w.-]+`|the only|all \d+) .*not known: send `text`, `attachments` or `blocks`/,
    reason: 'the error names the members that nobody reads',
  },
  {
    kind: 'posts',
    older: '- $1',
    newer: /^- \[([\da-f]{7})\]\(https?:[^\s()]+\)/gm,
    reason:
      'a commit links to its page by whichever name of a forge it has; merged bodies have those of two',
  },
  {
    kind: 'posts',
    older: / · open for \d{5} d(?: \d{1,2} h)?/,
    newer: '',
    reason: 'a time of 0 means that it is not known, and not 1970',
  },
  {
    kind: 'status',
    older: 'Alertmanager, but shows nothing: if the URL ends with /alertmanager',
    newer: 'Grafana, but shows nothing: if the URL ends with /grafana',
    reason: 'version 1 is that of Grafana, also without the organization',
  },
  {
    kind: 'status',
    older:
      /the format of [\w ]+, but shows nothing: if the URL ends with \/[a-z]+, the error says what is missing/,
    newer: 'a request of Datadog, which only the URL can name: it must end with /datadog',
    reason: 'of merged bodies, the marks of a monitor count before those of a chat',
  },
  ...allFormats.map(({ name, title }): Intended => ({
    kind: 'status',
    older: 'a payload needs text, an attachment or a block',
    newer: `this looks like the format of ${title}, but shows nothing: if the URL ends with /${name}, the error says what is missing`,
    reason: 'advice is given about all formats, also where the URL names ours',
  })),
]
