import type { Card, Draft } from '../../drafts/draft.js'
import { code, joined, prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, listAt, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { cut, eventName, fieldsOf, type Meaning, titleOf } from '../event.js'
import type { Delivery } from './delivery.js'

const STATES: Readonly<Record<string, Meaning>> = {
  ALARM: { word: 'Alarm', state: 'open', color: 'bad' },
  OK: { word: 'OK again', state: 'closed', color: 'good' },
  INSUFFICIENT_DATA: { word: 'Not enough data', state: 'update', color: 'warning' },
}

/** Of an alarm that other alarms make up. */
const LONGEST_RULE = 300

/** An alarm of CloudWatch; null for anything else. */
export function readAlarm({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const name = textAt(value, 'AlarmName')
  const status = textAt(value, 'NewStateValue')
  const meaning = entryOf(STATES, status)
  if (name === '' || !meaning) return null
  const wasUnknown = textAt(value, 'OldStateValue') === 'INSUFFICIENT_DATA'
  const word = status === 'OK' && wasUnknown ? 'OK' : meaning.word
  const arn = textAt(value, 'AlarmArn')
  const rule = textAt(value, 'AlarmRule')
  const card: Card = {
    color: meaning.color,
    text: joined(
      [prose(textAt(value, 'AlarmDescription')), prose(textAt(value, 'NewStateReason'))],
      '\n',
    ),
    fields: fieldsOf(
      ['Metric', conditionOf(value)],
      ...dimensionsOf(value),
      ['Rule', rule === '' ? '' : code(cut(rule, LONGEST_RULE))],
      ['Region', textAt(value, 'Region')],
      ['Account', textAt(value, 'AWSAccountId')],
    ),
  }
  const draft: Draft = { title: titleOf(consolePage(arn, name), word, name), cards: [card] }
  const facts = factsOf(eventName('alarm', status), {
    incident: arn || `${textAt(value, 'AWSAccountId')} ${textAt(value, 'Region')} ${name}`,
    state: meaning.state,
    deliveryId,
    at: timeAt(value, 'StateChangeTime') ?? sentAt,
  })
  return { kind: 'message', draft, event: facts }
}

const OPERATORS: Readonly<Record<string, string>> = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '≥',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '≤',
}

/** `FreeStorageSpace < 10`; of alarms without a metric, nothing. */
function conditionOf(value: unknown): string {
  const trigger = at(value, 'Trigger')
  const metric = textAt(trigger, 'MetricName')
  const operator = entryOf(OPERATORS, textAt(trigger, 'ComparisonOperator'))
  const threshold = textAt(trigger, 'Threshold')
  if (metric === '' || operator === undefined || threshold === '') return metric
  return `${metric} ${operator} ${threshold}`
}

function dimensionsOf(value: unknown): readonly (readonly [string, string])[] {
  return listAt(value, 'Trigger', 'Dimensions')
    .slice(0, 2)
    .map((each) => [textAt(each, 'name') || 'Dimension', textAt(each, 'value')] as const)
}

const CONSOLES: Readonly<Record<string, string>> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
}
const REGION = /^[a-z]{2}[a-z-]{1,20}-\d{1,2}$/

/** The alarm in the console of AWS: `arn:aws:cloudwatch:eu-central-1:…`. */
function consolePage(arn: string, name: string): string {
  const [, partition = '', , region = ''] = arn.slice(0, 200).split(':')
  const host = entryOf(CONSOLES, partition)
  if (host === undefined || !REGION.test(region)) return ''
  const page = encodeURIComponent(name.slice(0, 255).toWellFormed())
  return `https://${region}.${host}/cloudwatch/home?region=${region}#alarmsV2:alarm/${page}`
}
