import { Button, Icon } from 'express-incoming-webhooks-ui'
import { config } from '../../config.js'
import { Code } from '../../parts/code.js'
import { Empty } from '../../parts/empty.js'
import { Link } from '../../parts/link.js'
import { coloured, filled } from '../connect/program-text.js'
import { CURL } from '../connect/programs.js'
import type { Filter } from './filter.js'

const STEPS = [
  'Add a webhook and choose its channel.',
  'Copy the URL. Only you and administrators see it.',
  'Send a message to it from any program.',
]

/** Explains webhooks when there are none. */
export function EmptyList() {
  return (
    <div class="card">
      <Empty
        class="empty--top"
        icon="webhook"
        muted={false}
        title="No webhooks yet"
        text="A webhook is a secret URL that belongs to one channel. Anything that can send an HTTP request can then post there: a pipeline, a monitor, a script."
      >
        <AddLink />
      </Empty>
      <div class="teach">
        <div>
          <h3>How it works</h3>
          <ol class="steps">
            {STEPS.map((step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h3>One request is enough</h3>
          <Code
            name="Example curl command"
            said="Copied to the clipboard"
            pieces={[
              ...coloured(filled(CURL, config.hooksBase)),
              { kind: 'comment', text: '<key>' },
            ]}
          />
          <p class="small subtle mt-3">
            Markdown, mentions, emoji codes and attachments work. Payloads written for Slack work
            too.
          </p>
        </div>
      </div>
    </div>
  )
}

export function NoMatch({ query, state, clear }: Filter & { clear: () => void }) {
  const none = state === 'failing' ? 'No webhook is failing' : 'No matching webhooks'
  const title = query === '' ? none : `No webhooks match “${query}”`
  return (
    <Empty icon="search" title={title} text="Searches name and description.">
      <Button onPress={clear}>Clear search</Button>
    </Empty>
  )
}

export function AddLink() {
  return (
    <Link class="btn btn--primary" to="add">
      <Icon name="add" />
      Add Incoming Webhook
    </Link>
  )
}
