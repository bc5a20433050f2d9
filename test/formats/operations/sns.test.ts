import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { sns } from '../../../lib/formats/operations/sns/index.js'
import { eventOf, expectRefused, isShown, shownBy } from './shown.js'

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:alarms'
const CONFIRM = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=23'
const ARN = 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:disk low'
const CONSOLE = 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home?region=eu-central-1'

function envelope(message: object | string, subject = 'A subject'): object {
  return {
    Type: 'Notification',
    MessageId: 'D1',
    TopicArn: TOPIC,
    Subject: subject,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: '2026-09-19T10:00:01.134Z',
  }
}

function subscription(url: string, type = 'SubscriptionConfirmation'): object {
  return { Type: type, MessageId: 'D1', TopicArn: TOPIC, Message: 'You have…', SubscribeURL: url }
}

const ALARM = {
  AlarmName: 'disk low',
  AlarmDescription: 'See the runbook',
  AlarmArn: ARN,
  NewStateValue: 'ALARM',
  NewStateReason: 'Threshold crossed',
  StateChangeTime: '2026-09-19T10:00:00.891+0000',
  Region: 'EU (Frankfurt)',
  Trigger: {
    MetricName: 'FreeStorageSpace',
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 10,
    Dimensions: [{ name: 'DB', value: 'shop' }],
  },
}

describe('alarms of CloudWatch', () => {
  it('are not OK again where nothing was known before', () => {
    const OK = { ...ALARM, NewStateValue: 'OK', OldStateValue: 'INSUFFICIENT_DATA' }
    expect(shownBy(sns, envelope(OK)).title).to.include('[OK: disk low]')
    const again = { ...OK, OldStateValue: 'ALARM' }
    expect(shownBy(sns, envelope(again)).title).to.include('[OK again: disk low]')
  })

  it('show the rule of those that others make up', () => {
    const { Trigger: _, ...rest } = ALARM
    const { fields } = shownBy(sns, envelope({ ...rest, AlarmRule: 'ALARM("a") OR ALARM("b")' }))
    expect(fields[0]).to.equal('Rule: `ALARM("a") OR ALARM("b")`')
  })

  // prettier-ignore
  const STATES: readonly (readonly [value: string, title: string, color: string, state: string])[] = [
    ['ALARM', 'Alarm: disk low', 'danger', 'open'],
    ['OK', 'OK again: disk low', 'good', 'closed'],
    ['INSUFFICIENT_DATA', 'Not enough data: disk low', 'warning', 'update'],
  ]
  for (const [NewStateValue, title, color, state] of STATES) {
    it(`show ${NewStateValue}`, () => {
      const request = envelope({ ...ALARM, NewStateValue })
      expect(shownBy(sns, request)).to.deep.equal({
        title: `**[${title}](${CONSOLE}#alarmsV2:alarm/disk%20low)**`,
        color,
        text: 'See the runbook\nThreshold crossed',
        fields: ['Metric: FreeStorageSpace < 10', 'DB: shop', 'Region: EU (Frankfurt)'],
        links: [],
      })
      expect(eventOf(sns, request)).to.deep.equal({
        event: `alarm.${NewStateValue.toLowerCase()}`,
        incident: ARN,
        incidentTitle: 'disk low',
        state,
        deliveryId: 'D1',
        at: Date.parse('2026-09-19T10:00:00.891Z'),
      })
    })
  }

  it('may be made of others, and then have no metric', () => {
    const { Trigger: _, ...composite } = ALARM
    expect(shownBy(sns, envelope(composite)).fields).to.deep.equal(['Region: EU (Frankfurt)'])
  })

  it('link to the console of their own part of AWS, and to nothing else', () => {
    const titleOf = (arn: string): string =>
      shownBy(sns, envelope({ ...ALARM, AlarmArn: arn })).title
    const china = titleOf('arn:aws-cn:cloudwatch:cn-north-1:1:alarm:a')
    expect(china).to.include('https://cn-north-1.console.amazonaws.cn/')
    expect(titleOf('arn:aws:cloudwatch:evil.test/x:1:alarm:a')).to.equal('**Alarm: disk low**')
    expect(titleOf('arn:other:cloudwatch:eu-central-1:1:alarm:a')).to.equal('**Alarm: disk low**')
  })
})

describe('Amazon SNS', () => {
  it('asks its readers to confirm a subscription', () => {
    const shown = shownBy(sns, subscription(CONFIRM))
    expect(shown.title).to.equal(`**[Confirm the subscription to alarms](${CONFIRM})**`)
    expect(shown.links).to.deep.equal([`Confirm ${CONFIRM}`])
    expect(shown.fields).to.deep.equal([`Topic: \`${TOPIC}\``])
    const event = 'subscription.requested'
    expect(eventOf(sns, subscription(CONFIRM))).to.deep.equal({ event, deliveryId: 'D1' })
  })

  for (const url of [
    'http://sns.eu-central-1.amazonaws.com/?a',
    'https://sns.eu-central-1.amazonaws.com.evil.test/?a',
    'https://sns.eu-central-1.amazonaws.com@evil.test/?a',
    'https://evil.test/sns.eu-central-1.amazonaws.com',
    'nothing',
  ]) {
    it(`does not link to ${url}`, () => {
      const { title, links, text } = shownBy(sns, subscription(url))
      expect(title).to.equal('**Confirm the subscription to alarms**')
      expect(links).to.deep.equal([])
      expect(text).to.include('not one of AWS')
    })
  }

  it('says that a subscription has ended', () => {
    const { title, links } = shownBy(sns, subscription(CONFIRM, 'UnsubscribeConfirmation'))
    expect(title).to.include('The subscription to alarms has ended')
    expect(links).to.deep.equal([`Subscribe again ${CONFIRM}`])
  })

  it('shows a text of anybody', () => {
    expect(shownBy(sns, envelope('41 GB in 18 minutes', 'Backup finished'))).to.include({
      title: '**Backup finished (alarms)**',
      text: '41 GB in 18 minutes',
    })
    expect(shownBy(sns, envelope('done', '')).title).to.equal('**A message on alarms**')
    expect(shownBy(sns, envelope('{"broken', '')).text).to.equal('{"broken')
  })

  it('shows the first texts of JSON that it does not know, and never the JSON', () => {
    const { text, fields } = shownBy(sns, envelope({ a: 1, b: 'two', c: {}, d: 4, e: 5, f: 6 }))
    expect(text).to.equal('')
    expect(fields).to.deep.equal(['a: 1', 'b: two', 'd: 4', 'e: 5'])
  })

  it('shows no list either, and a text that only begins like one', () => {
    expect(shownBy(sns, envelope([1, null]))).to.include({
      title: '**A subject (alarms)**',
      text: '',
    })
    const { text } = shownBy(sns, envelope('[FIRING:1] the disk is full'))
    expect(text).to.equal('[FIRING:1] the disk is full')
    const headers = { 'x-amz-sns-message-type': 'Notification' }
    expect(shownBy(sns, [null], headers)).to.include({
      title: '**A message on a topic**',
      text: '',
    })
  })

  it('reads messages that come without an envelope', () => {
    const headers = {
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-message-id': 'D2',
      'x-amz-sns-topic-arn': TOPIC,
      'x-amz-sns-rawdelivery': 'true',
    }
    expect(shownBy(sns, ALARM, headers).title).to.include('Alarm: disk low')
    expect(eventOf(sns, ALARM, headers)).to.include({ deliveryId: 'D2', incident: ARN })
    expect(shownBy(sns, 'done', headers)).to.include({
      title: '**A message on alarms**',
      text: 'done',
    })
  })

  // prettier-ignore
  const SERVICES: readonly (readonly [what: string, message: object, title: string, color: string, event: string])[] = [
    ['a pipeline', { 'detail-type': 'Pipeline Execution', region: 'x', detail: { pipeline: 'shop', state: 'FAILED' } },
      'Pipeline Execution: shop, Failed', 'danger', 'pipeline_execution'],
    ['a build', { 'detail-type': 'Build State', region: 'x', detail: { 'project-name': 'shop', 'build-status': 'SUCCEEDED' } },
      'Build State: shop, Succeeded', 'good', 'build_state'],
    ['an instance', { 'detail-type': 'EC2 State', region: 'x', detail: { 'instance-id': 'i-1', state: 'stopping' } },
      'EC2 State: i-1, Stopping', 'warning', 'ec2_state'],
    ['a finding', { 'detail-type': 'GuardDuty Finding', region: 'x', detail: { title: 'A port is open', severity: 8 } },
      'GuardDuty Finding: A port is open', 'danger', 'guardduty_finding'],
    ['scaling', { AutoScalingGroupName: 'web', Event: 'autoscaling:EC2_INSTANCE_LAUNCH' },
      'web: Ec2 instance launch', '', 'autoscaling.ec2_instance_launch'],
    ['failed scaling', { AutoScalingGroupName: 'web', Event: 'autoscaling:EC2_INSTANCE_LAUNCH_ERROR', Cause: 'no room' },
      'web: Ec2 instance launch error', 'danger', 'autoscaling.ec2_instance_launch_error'],
    ['a database', { 'Event Source': 'db-instance', 'Source ID': 'shop', 'Event Message': 'Finished backup' },
      'shop: Finished backup', '', 'rds.db-instance'],
    ['a bounce', { notificationType: 'Bounce', mail: { destination: ['a@test.test'], source: 'b@test.test' } },
      'Mail bounced: a@test.test', 'danger', 'mail.bounce'],
    ['files', { Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'box' }, object: { key: 'a.txt' } } }] },
      'box: a file changed', '#8a94a6', 's3.objectcreated.put'],
    ['a message for Amazon Q', { version: '1.0', source: 'custom', content: { title: 'Deployed', description: 'all of it' } },
      'Deployed', '#8a94a6', 'message'],
  ]
  for (const [what, message, title, color, event] of SERVICES) {
    it(`shows ${what}`, () => {
      const request = envelope(message)
      expect(shownBy(sns, request)).to.include({ title: `**${title}**`, color })
      expect(eventOf(sns, request)).to.include({ event, deliveryId: 'D1' })
      expect(isShown(sns, request)).to.equal(true)
    })
  }

  it('keeps quiet about mails that arrived', () => {
    const mail = { destination: ['a@test.test', 'b@test.test'] }
    const request = envelope({ eventType: 'Delivery', mail })
    expect(isShown(sns, request)).to.equal(false)
    expect(shownBy(sns, request).title).to.equal('**Mail was delivered: 2 recipients**')
  })

  it('says what is missing', () => {
    expectRefused(sns, {}, 'Type')
  })
})

const HEADERS = { 'X-Amz-Sns-Message-Type': 'Notification' }

describe('notices of AWS', () => {
  it('show names of files as people write them', () => {
    const record = (key: string): object => ({
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'shop' }, object: { key } },
    })
    const { text } = shownBy(sns, envelope({ Records: [record('a+b%281%29.jpg'), record('100%')] }))
    expect(text).to.equal('- ObjectCreated: a b(1).jpg\n- ObjectCreated: 100%')
  })

  it('link to what waits for an approval', () => {
    const page = 'https://console.aws.amazon.com/codepipeline/home#/view/shop'
    const approval = {
      pipelineName: 'shop',
      stageName: 'Production',
      actionName: 'Release',
      customData: 'Version 2.1',
      approvalReviewLink: page,
    }
    const shown = shownBy(sns, envelope({ region: 'eu-central-1', approval }))
    expect(shown).to.deep.equal({
      title: `**[Approval needed: shop](${page})**`,
      color: 'warning',
      text: 'Version 2.1',
      fields: ['Stage: Production', 'Action: Release', 'Region: eu-central-1'],
      links: [`Review ${page}`],
    })
  })
})

describeFormat(sns, [
  {
    name: 'an alarm',
    body: envelope(ALARM),
    headers: HEADERS,
    shows: ['disk low'],
    links: [CONSOLE],
  },
  { name: 'an alarm without headers', body: envelope(ALARM), shows: ['Threshold crossed'] },
  {
    name: 'a subscription',
    body: subscription(CONFIRM),
    shows: ['Confirm the subscription to alarms'],
    links: [CONFIRM],
  },
  { name: 'a text', body: envelope('41 GB'), shows: ['A subject (alarms)', '41 GB'] },
])
