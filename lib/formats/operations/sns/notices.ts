import {
  at,
  closed,
  code,
  countAt,
  cut,
  decoded,
  entryOf,
  eventName,
  firstText,
  joined,
  list,
  listAt,
  type Meaning,
  note,
  notKnown,
  open,
  prose,
  type Report,
  type Row,
  type Table,
  textAt,
  textOf,
  update,
  worded,
  hasTexts,
} from '../../kit.js'

/** Whether what is delivered is JSON with these texts. */
export function holds(...names: readonly string[]): (body: unknown) => boolean {
  return (body) => hasTexts(body, ...names)
}

const STATES: Table<Meaning> = {
  ALARM: open('Alarm'),
  OK: closed('OK again'),
  INSUFFICIENT_DATA: update('Not enough data', 'warning'),
}

/** Of an alarm that other alarms make up. */
const LONGEST_RULE = 300

/** An alarm of CloudWatch. */
export const ALARM: Report = {
  when: holds('AlarmName'),
  event: (body) => eventName('alarm', textAt(body, 'NewStateValue')),
  meaning: (body) => {
    const meaning = entryOf(STATES, textAt(body, 'NewStateValue'))
    const isAgain = textAt(body, 'OldStateValue') !== 'INSUFFICIENT_DATA'
    return meaning?.state === 'closed' && !isAgain ? { ...meaning, word: 'OK' } : meaning
  },
  name: 'AlarmName',
  url: consolePage,
  text: (body) =>
    joined(
      ['AlarmDescription', 'NewStateReason'].map((name) => prose(textAt(body, name))),
      '\n',
    ),
  fields: [
    { Metric: conditionOf },
    dimensionsOf,
    {
      Rule: (body) => code(cut(textAt(body, 'AlarmRule'), LONGEST_RULE)),
      Region: 'Region',
      Account: 'AWSAccountId',
    },
  ],
  incident: [
    'AlarmArn',
    (body) => ['AWSAccountId', 'Region', 'AlarmName'].map((name) => textAt(body, name)).join(' '),
  ],
  at: ['StateChangeTime', 'sns.at'],
}

const OPERATORS: Table<string> = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '≥',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '≤',
}

/** `FreeStorageSpace < 10`; of alarms without a metric, nothing. */
function conditionOf(body: unknown): string {
  const [metric = '', name = '', threshold = ''] = [
    'MetricName',
    'ComparisonOperator',
    'Threshold',
  ].map((member) => textAt(body, `Trigger.${member}`))
  const operator = entryOf(OPERATORS, name)
  if (metric === '' || operator === undefined || threshold === '') return metric
  return `${metric} ${operator} ${threshold}`
}

function dimensionsOf(body: unknown): readonly Row[] {
  return listAt(body, 'Trigger.Dimensions')
    .slice(0, 2)
    .map((each) => [textAt(each, 'name') || 'Dimension', textAt(each, 'value')])
}

const CONSOLES: Table<string> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
}
const REGION = /^[a-z]{2}[a-z-]{1,20}-\d{1,2}$/

/** The alarm in the console of AWS: `arn:aws:cloudwatch:eu-central-1:…`. */
function consolePage(body: unknown): string {
  const arn = textAt(body, 'AlarmArn').slice(0, 200)
  const [, partition = '', , region = ''] = arn.split(':')
  const host = entryOf(CONSOLES, partition)
  if (host === undefined || !REGION.test(region)) return ''
  const page = encodeURIComponent(textAt(body, 'AlarmName').slice(0, 255).toWellFormed())
  return `https://${region}.${host}/cloudwatch/home?region=${region}#alarmsV2:alarm/${page}`
}

/** Auto Scaling: an instance was started or ended. */
const SCALING: Report = {
  when: holds('AutoScalingGroupName', 'Event'),
  event: (body) => eventName('autoscaling', scaled(body)),
  meaning: (body) =>
    note(textAt(body, 'AutoScalingGroupName'), scaled(body).endsWith('error') ? 'bad' : 'neutral'),
  name: (body) => worded(scaled(body)),
  text: 'Cause',
  fields: { Instance: 'EC2InstanceId' },
}

function scaled(body: unknown): string {
  const event = textAt(body, 'Event')
  return event.slice(event.indexOf(':') + 1).toLowerCase()
}

/** Amazon RDS: something happened to a database. */
const DATABASE: Report = {
  when: holds('Event Message', 'Source ID'),
  event: (body) => eventName('rds', textAt(body, 'Event Source')),
  meaning: (body) => note(textAt(body, 'Source ID')),
  name: 'Event Message',
  url: 'Identifier Link',
}

const MAIL: Table<Meaning> = {
  bounce: note('Mail bounced', 'bad'),
  complaint: note('Mail was reported as spam', 'bad'),
  reject: note('Mail was rejected', 'bad'),
  'rendering failure': note('Mail could not be written', 'bad'),
  deliverydelay: note('Mail is late', 'warning'),
  delivery: { isSkipped: true, ...note('Mail was delivered', 'good') },
}

/** Amazon SES: what became of a mail. Those that arrived are hardly worth a message. */
const MAILED: Report = {
  when: (body) => kindOfMail(body) !== '' && at(body, 'mail') !== undefined,
  event: (body) => eventName('mail', kindOfMail(body)),
  meaning: (body) => {
    const kind = kindOfMail(body)
    return entryOf(MAIL, kind) ?? notKnown(note(`Mail: ${kind.slice(0, 40)}`))
  },
  name: [
    (body) => {
      const total = recipients(body)
      return total > 1 ? `${total} recipients` : ''
    },
    'mail.destination.0',
    () => 'somebody',
  ],
  text: (body) => {
    const people = listAt(body, 'mail.destination').map(textOf)
    return recipients(body) > 1 ? list(people, recipients(body)) : ''
  },
  fields: {
    Subject: 'mail.commonHeaders.subject',
    'Kind of bounce': 'bounce.bounceType',
    From: 'mail.source',
  },
}

function kindOfMail(body: unknown): string {
  return firstText(body, 'notificationType', 'eventType').toLowerCase()
}

function recipients(body: unknown): number {
  return countAt(body, 'mail.destination')
}

/** Amazon S3: files came or went. */
const FILES: Report = {
  when: (body) => bucketIn(body) !== '',
  event: (body) => eventName('s3', textAt(body, 'Records.0.eventName').replaceAll(':', '.')),
  meaning: (body) => note(bucketIn(body)),
  name: (body) => {
    const total = countAt(body, 'Records')
    return total === 1 ? 'a file changed' : `${total} files changed`
  },
  text: (body) => {
    const items = listAt(body, 'Records').map((each) => {
      const [kind = ''] = textAt(each, 'eventName').split(':')
      // As in forms: `my+photo%281%29.jpg`.
      const key = textAt(each, 's3.object.key')
      return joined([kind, decoded(key.replaceAll('+', ' '), key)], ': ')
    })
    return list(items, countAt(body, 'Records'))
  },
}

function bucketIn(body: unknown): string {
  return textAt(body, 'Records.0.s3.bucket.name')
}

/** CodePipeline waits until somebody approves. */
const APPROVAL: Report = {
  when: holds('approval.pipelineName'),
  event: () => 'codepipeline.approval',
  meaning: open('Approval needed', 'warning'),
  name: 'approval.pipelineName',
  url: ['approval.approvalReviewLink', 'consoleLink'],
  text: 'approval.customData',
  fields: {
    Stage: 'approval.stageName',
    Action: 'approval.actionName',
    Until: 'approval.expires',
    Region: 'region',
  },
  links: { Review: ['approval.approvalReviewLink', 'consoleLink'] },
  incident: (body) => `${textAt(body, 'approval.pipelineName')} ${textAt(body, 'approval.token')}`,
}

/** Messages that are written for Amazon Q (AWS Chatbot), by anybody. */
const CUSTOM: Report = {
  when: (body) =>
    textAt(body, 'source') === 'custom' &&
    firstText(body, 'content.title', 'content.description') !== '',
  event: () => 'message',
  meaning: note('Message'),
  title: ['content.title', () => 'A message'],
  text: 'content.description',
  incident: 'metadata.threadId',
}

/** Notices that services of AWS send in a JSON of their own. */
export const NOTICES: readonly Report[] = [SCALING, DATABASE, MAILED, FILES, APPROVAL, CUSTOM]
