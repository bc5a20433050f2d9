import {
  closed,
  code,
  cut,
  entryOf,
  eventName,
  joined,
  listAt,
  type Meaning,
  open,
  prose,
  type Report,
  type Row,
  type Table,
  textAt,
  update,
} from '../../kit.js'
import { holds } from './delivery.js'

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
