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
    newer:
      /the body has .*; no format reads it\. End the URL with \/json to show it, or send `text`/,
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
  {
    kind: 'status',
    older: /^[\w.]+: expected an object, got a number$/,
    newer:
      'this looks like the format of Gotify, but shows nothing: if the URL ends with /gotify, the error says what is missing',
    reason: 'of merged bodies, advice about the format counts before an error about a member',
  },
  {
    kind: 'status',
    older:
      /the format of [\w ]+, but shows nothing: if the URL ends with \/[a-z]+, the error says what is missing/,
    newer:
      'a request of Healthchecks.io, which only the URL can name: it must end with /healthchecks',
    reason: 'of merged bodies, the marks of a monitor count before those of a chat',
  },
  {
    kind: 'status',
    older: '`event_action` is missing',
    newer: '`event_action` must be trigger, acknowledge or resolve',
    reason: 'the error says what a member must be also where it has another type',
  },
  {
    kind: 'any',
    requests: /^betterstack--|"attributes":\{/,
    reason: 'the format of Better Stack is new, also as a part of merged bodies',
  },
  { kind: 'incident', at: '.history', is: 'new', reason: 'an incident keeps what changed it' },
  {
    kind: 'posts',
    at: '.webhook_incident.history',
    is: 'new',
    reason: 'a post shows what changed its incident',
  },
  {
    kind: 'posts',
    at: '.webhook_incident.title',
    is: 'new',
    reason: 'a post names its incident as the list of incidents does',
  },
  {
    kind: 'incident',
    at: '.title',
    older: /^[^:]*: (.+?)(?: \((?:\d+ alerts|(?:\d+ alerts, )?after [\w ]+)\))?$/s,
    newer: '$1',
    reason: 'an incident is called by its name, and its state is beside it',
  },
  {
    kind: 'incident',
    at: '.title',
    is: 'other',
    requests: /^[^\n]*, changed \d/,
    reason: 'the name is as it was sent, and not what is left of its Markdown',
  },
  {
    kind: 'incident',
    at: '.title',
    older: /^\[(?:FIRING|RESOLVED)(?::\d+)?\] /,
    newer: '',
    reason: 'an alert of a message is called by its name, and its state is beside it',
  },
  {
    kind: 'posts',
    at: '.footer',
    is: 'gone',
    reason: 'a state without details keeps only its colour, and not the name of the program',
  },
  {
    kind: 'posts',
    at: '.text',
    older: /(?<=^|· )severity (?=\S)/m,
    newer: 'Severity: ',
    reason: 'the severity of an alert has its label',
  },
  {
    kind: 'posts',
    at: '.message',
    older: '$1 Org block $3 by $2**',
    newer: /^(\*\*\[.*?\]) (.*) ((?:un)?blocked) \[.*\]\(.*\)\*\*$/,
    reason: 'a blocked user is named',
  },
  {
    kind: 'posts',
    at: '.message',
    is: 'other',
    requests: /^[^\n]*(?:org.block[^\n]*, changed \d|, changed \d.*"blocked_user":)/s,
    reason: 'a blocked user is named, also in changed and merged bodies',
  },
  {
    kind: 'posts',
    at: '.message',
    older: /\s+\[View\]\(https:\/\/x\.test\/v\)(?:\n.*)?$/s,
    newer: '',
    reason: 'a button of a block that opens an address is a button, and what follows is below it',
  },
  {
    kind: 'posts',
    at: '.message',
    is: 'other',
    requests: /^[^\n]*npm-slack-webhook-8\.0\.2-blocks, changed \d/,
    reason: 'the same of such messages whose labels and addresses are changed',
  },
  {
    kind: 'posts',
    at: '.type',
    older: '',
    newer: 'slack_attachment',
    reason: 'a post has attachments because of such a button',
  },
  { kind: 'posts', at: '.attachments', is: 'new', reason: 'they hold such a button' },
  {
    kind: 'posts',
    at: '.message',
    older: '[Error: ',
    newer: /\[(?:Acknowledged|Resolved): /,
    requests: /^pagerduty-events--/,
    reason: 'an event that says nothing but its state changes the first word of the title',
  },
  {
    kind: 'posts',
    at: '.text',
    is: 'other',
    requests: /^(?:pagerduty|sentry)--.*, changed \d/,
    reason: 'names of people, incidents and releases keep their hyphens and underscores',
  },
  {
    kind: 'posts',
    at: '.text',
    is: 'new',
    requests: /^datadog--/,
    reason: 'where a message is only a picture, the description of the monitor is shown',
  },
  {
    kind: 'posts',
    at: '.text',
    is: 'other',
    requests: /^(?:bitbucket|gitea|github|gitlab)--.*, (?:several|merged)\n/,
    reason:
      'texts and times are found by whichever name of a forge they have; merged bodies have those of two',
  },
  {
    kind: 'posts',
    at: '.value',
    older: /^https\\:(\/\/\S+)$/,
    newer: '<https:$1>',
    reason: 'an address that is all of a field is a link',
  },
  {
    kind: 'posts',
    at: '.message',
    older: /\[((?:[^\]\\]|\\.)*)\]\(https:\/\/api\.github\.com\/[^\s()]*\)/,
    newer: '$1',
    reason: 'a page of an API, which only programs can read, is not linked to',
  },
  {
    kind: 'event',
    at: '.event',
    older: '',
    newer: 'message',
    requests: /^healthchecks--/,
    reason: 'a blank status of a check is none, and has the event of a check without one',
  },
  {
    kind: 'posts',
    at: '.message',
    older: /^\*\*: /,
    newer: '**Check: ',
    requests: /^healthchecks--/,
    reason: 'a blank status of a check is none, and the title says what it is',
  },
  {
    kind: 'warnings',
    at: '.warnings.length',
    is: 'other',
    reason: 'each text of a message for another chat that nobody sees is a warning',
  },
  {
    kind: 'warnings',
    at: '',
    is: 'other',
    requests: /^(?:apprise|discord|googlechat|gotify|ntfy|teams)--/,
    reason: 'each text of a message for another chat that nobody sees is a warning',
  },
  {
    kind: 'any',
    requests: /^(?:chat-split\/|trials\/cut-)/,
    reason: 'long messages for another chat are split, as our own are',
  },
  ...['.title', '.author_name', '.name', '.message'].map((at): Intended => ({
    kind: 'posts',
    at,
    is: 'other',
    requests: /^(?:discord|googlechat|teams)--.*, changed \d/,
    reason: 'labels and titles of messages for another chat are cut where our own are',
  })),
  {
    kind: 'any',
    requests:
      /^(?:discord-v2\/|discord-messages\/|ntfy-today\/|discord--trial-|trials\/(?:discord|chatwoot)|any-json\/chatwoot)/,
    reason:
      'messages of components and polls are read, senders come back to their messages, and a `content` beside members of others is not for Discord',
  },
  ...(['new', 'gone'] as const).map((is): Intended => ({
    kind: 'status',
    at: '',
    is,
    requests: /^(?:discord--|trials\/cut-discord|chat-split\/discord)/,
    reason: 'the message in the answer has all that its post shows',
  })),
  {
    kind: 'status',
    older: 'neither `content` nor `embeds`',
    newer: 'neither `content`, `embeds`, `components` nor `poll`',
    reason: 'messages of components and polls are read',
  },
  {
    kind: 'status',
    older:
      'this looks like the format of Discord, but shows nothing: if the URL ends with /discord, the error says what is missing',
    newer:
      /the body has .*; no format reads it\. End the URL with \/json to show it, or send `text`/,
    reason: 'a `content` beside members of others is not for Discord',
  },
  ...['.text', '.value', '.title', '.title_link', '.footer', '.image_url', '.type'].map(
    (at): Intended => ({
      kind: 'posts',
      at,
      is: 'other',
      requests: /^(?:googlechat|ntfy|gotify|apprise|discord)--/,
      reason: 'an address that stands alone is a link, and each part of a card is shown',
    }),
  ),
  {
    kind: 'any',
    requests: /^(?:any-json|grafana-failures|strict-detection|trials|watchdog)\/|^[\w-]+--trial-/,
    reason: 'a body alone is recognised only for certain, and failures say what failed',
  },
  {
    kind: 'any',
    requests: /^(?:cloudevents--|[^\n]*, changed \d+, merged)|"specversion"/,
    reason: 'what objects in the data of a CloudEvent say is shown; merged bodies are not certain',
  },
  {
    kind: 'any',
    requests:
      /^(?:github|gitea)--[^\n]*, (?:apart|changed \d+)|^github-examples\/(?:deployment_review|merge_group|page_build)/,
    reason: 'GitHub is recognised by addresses of its API, and tells of failures',
  },
  ...['.actions', '.actions.length', '.actions[1]', '.name', '.url', '.type'].map(
    (at): Intended => ({
      kind: 'posts',
      at,
      is: at.endsWith('s') || at.endsWith(']') ? 'new' : 'other',
      requests: /^alertmanager--|"groupKey"/,
      reason: 'posts of Alertmanager have the link Silence',
    }),
  ),
  ...['.value', '.text'].map((at): Intended => ({
    kind: 'posts',
    at,
    is: 'other',
    requests: /"commonLabels"/,
    reason: 'labels that are addresses are links',
  })),
  {
    kind: 'any',
    requests: /^jira--[^\n]*, changed \d/,
    reason: 'an issue without an event of its own says its status',
  },
  {
    kind: 'posts',
    at: '.message',
    is: 'other',
    requests: /^github(?:-examples\/|--webhooks-)(?:organization|repository|sponsorship)-/,
    reason: 'what moved or has a new name or tier says from what',
  },
  {
    kind: 'any',
    requests: /^(?:discord|azuredevops)--[^\n]*, changed \d|^none--matrix-webhook-example-grn/,
    reason:
      'a body alone is recognised only for certain, also by members that Discord does not know',
  },
  {
    kind: 'status',
    older: 'or it is archived',
    newer:
      "or it is archived: `channel` takes the name in the channel's URL, such as my-alerts, and not its display name",
    reason: 'the error says which name is wanted',
  },
  {
    kind: 'status',
    older: /^$/,
    newer: 'use POST',
    reason: 'the error says which method is wanted',
  },
  {
    kind: 'status',
    older: /^.*expected an object, got an array$/,
    newer: /the body has \d+ elements?.*$/s,
    reason: 'the error says what is in a list',
  },
  {
    kind: 'status',
    older: 'the form has no field named payload, text, attachments or blocks',
    newer: /the form has .*$/s,
    reason: 'the error names the fields of a form',
  },
  ...['a string', 'a number', 'an array'].map((got): Intended => ({
    kind: 'status',
    older: `priority: expected an object, got ${got}`,
    newer:
      /^the body has .*; no format reads it\. End the URL with \/json to show it, or send `text`$/,
    reason: 'the error does not complain of a member that its sender means otherwise',
  })),
  {
    kind: 'status',
    older: 'a payload needs text, an attachment or a block',
    newer:
      'the body has `payload`; the message is in the member `payload`: send it as the whole body, without that member',
    reason: 'the error says where the message is',
  },
  {
    kind: 'status',
    older: 'characters from a-z, 0-9 and _',
    newer: 'characters from a-z, 0-9 and _; if this is meant for Teams, end the URL with /teams',
    reason: 'the error names the program whose type this is',
  },
]
