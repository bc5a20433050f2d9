import type { CodePiece } from '../../parts/code.js'

const key = (text: string): CodePiece => ({ kind: 'key', text })
const value = (text: string): CodePiece => ({ kind: 'string', text })

export function jenkinsfile(): readonly CodePiece[] {
  return [
    'post {\n  always {\n    withCredentials([string(',
    key('credentialsId'),
    ': ',
    value("'chat-webhook'"),
    ', ',
    key('variable'),
    ': ',
    value("'CHAT'"),
    ')]) {\n      mattermostSend(\n        ',
    key('endpoint'),
    ': CHAT,\n        ',
    key('color'),
    ': currentBuild.currentResult == ',
    value("'SUCCESS'"),
    ' ? ',
    value("'good'"),
    ' : ',
    value("'danger'"),
    ',\n        ',
    key('message'),
    ': ',
    value(
      '"${env.JOB_NAME} #${env.BUILD_NUMBER}: ${currentBuild.currentResult} ([open](${env.BUILD_URL}))"',
    ),
    '\n      )\n    }\n  }\n}',
  ]
}

export function workflow(): readonly CodePiece[] {
  const run = '${{ github.server_url }}/${{ github.repository }}/actions/runs/${{ github.run_id }}'
  return [
    '- ',
    key('name'),
    ': Notify the channel\n  ',
    key('if'),
    ': always()\n  ',
    key('uses'),
    ': slackapi/slack-github-action@v2\n  ',
    key('with'),
    ':\n    ',
    key('webhook'),
    ': ',
    value('${{ secrets.CHAT_WEBHOOK_URL }}'),
    '\n    ',
    key('webhook-type'),
    ': incoming-webhook\n    ',
    key('payload'),
    ': |\n      text: ',
    value(`"\${{ github.workflow }}: \${{ job.status }} (<${run}|run>)"`),
  ]
}

export function node(): readonly CodePiece[] {
  return [
    { kind: 'comment', text: '// npm install @slack/webhook' },
    '\nimport { IncomingWebhook } from ',
    value("'@slack/webhook'"),
    ';\n\nconst webhook = new IncomingWebhook(process.env.CHAT_WEBHOOK_URL);\nawait webhook.send({ ',
    key('text'),
    ': ',
    value("'Release **2.14.0** is live :tada:'"),
    ' });',
  ]
}
