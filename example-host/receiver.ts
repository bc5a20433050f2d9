import { createHmac, timingSafeEqual } from 'node:crypto'
import express, { type ErrorRequestHandler, type Request } from 'express'
import { fieldsOf } from './fields.js'

// An integration for buttons: it verifies calls and responds with an update of the message.
const PORT = Number(process.env['PORT'] ?? 3500)
const SECRET = process.env['SIGNING_SECRET'] ?? ''
const LIMIT = '64kb'
const TOLERANCE_SECONDS = 300

const APPROVAL = {
  text: 'checkout 2.15.0 is ready for production.',
  attachments: [
    {
      color: '#3db887',
      text: 'Roll it out?',
      actions: ['approve', 'reject'].map((id) => ({
        id,
        name: id === 'approve' ? 'Approve' : 'Reject',
        style: id === 'approve' ? 'primary' : 'danger',
        integration: { url: `http://127.0.0.1:${PORT}/`, context: { decision: id } },
      })),
    },
  ],
}

const app = express().disable('x-powered-by')
// What is signed is the text of the body, not what its JSON comes to.
app.use(express.text({ type: () => true, limit: LIMIT }), (req, res) => {
  const text = String(req.body ?? '')
  if (SECRET !== '' && !isSigned(req, text)) {
    res.status(401).json({})
    return
  }
  const { user_name: user, context } = fieldsOf(JSON.parse(text))
  const { decision } = fieldsOf(context)
  const word = decision === 'approve' ? 'approved' : 'rejected'
  res.json({
    update: { message: `checkout 2.15.0 was **${word}** by @${String(user)}.`, props: {} },
    ephemeral_text: `You ${word} it.`,
  })
})
// Express itself would answer with the stack of the error.
const refuse: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) next(error)
  else res.status(400).end()
}
app.use(refuse)

/** Verifies a Standard Webhooks signature of id, time and body with the webhook's secret. */
function isSigned({ headers }: Request, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key)
    .update(`${String(id)}.${String(time)}.${body}`)
    .digest()
  return String(signatures)
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((each) => each.length === digest.length && timingSafeEqual(each, digest))
}

app.listen(PORT, '127.0.0.1', (error?: Error) => {
  if (error) throw error
  console.log(`Listening for button presses at http://127.0.0.1:${PORT}/. Allow the chat to call this server:

  INTEGRATION_HOSTS=127.0.0.1:${PORT} npm start

Then send a message with two buttons to one of the chat's webhooks, and press one of the buttons:

  curl -d '${JSON.stringify(APPROVAL)}' <URL of the webhook>

Set SIGNING_SECRET to the webhook's signing secret (whsec_…) to reject calls from anyone else.`)
})
