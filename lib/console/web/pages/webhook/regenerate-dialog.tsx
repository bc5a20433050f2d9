import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { regenerateUrl, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Notice } from '../../parts/notice.js'
import { useAction } from '../../state/action.js'
import { atTime, inDays } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../form/summary.js'

interface RegenerateDialogProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly close: () => void
}

const HOUR = 3600
const DAY = 24 * HOUR

export function RegenerateDialog({ webhook, put, close }: RegenerateDialogProps): JSX.Element {
  const [overlap, setOverlap] = useState(DAY)
  const { busy, error, run } = useAction()
  const regenerate = async (): Promise<void> => {
    put(await regenerateUrl(webhook.id, overlap))
    close()
    toast('You have a new URL')
  }
  return (
    <Dialog
      title="Regenerate the URL?"
      onClose={close}
      buttons={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy ? 'Regenerating' : null}
            onPress={() => {
              run(regenerate)
            }}
          >
            Regenerate URL
          </Button>
        </>
      }
    >
      <p>
        You get a new URL immediately. Choose how long the old one, ending in{' '}
        <code>{webhook.keyHint}</code>, keeps working, so that you can update every sender in time.
      </p>
      <Choices chosen={overlap} choose={setOverlap} />
      {webhook.previousKey !== null && (
        <Notice kind="warn">
          <p>
            The URL that was replaced earlier, ending in <code>{webhook.previousKey.keyHint}</code>,
            stops working immediately.
          </p>
        </Notice>
      )}
      {error !== null && (
        <Notice kind="bad" role="alert">
          <p>
            <span class="notice__title">Nothing was changed.</span> {errorText(error)}
          </p>
        </Notice>
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly chosen: number
  readonly choose: (seconds: number) => void
}

function Choices({ chosen, choose }: ChoicesProps): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class="label mb-3">Old URL</legend>
      <Choice
        seconds={0}
        chosen={chosen}
        choose={choose}
        text="Stop accepting it now"
        hint="Choose this if the URL has leaked. Senders that still use it are refused."
      />
      <Choice seconds={HOUR} chosen={chosen} choose={choose} text="Keep it for 1 hour" />
      <Choice
        seconds={DAY}
        chosen={chosen}
        choose={choose}
        text="Keep it for 24 hours"
        hint={`Until ${atTime(inDays(1))} (the maximum).`}
      />
    </fieldset>
  )
}

interface ChoiceProps extends ChoicesProps {
  readonly seconds: number
  readonly text: string
  readonly hint?: string
}

function Choice(props: ChoiceProps): JSX.Element {
  const id = `overlap-${props.seconds}`
  const isChosen = props.seconds === props.chosen
  return (
    <div class="choice">
      <input
        type="radio"
        name="overlap"
        id={id}
        checked={isChosen}
        {...(isChosen ? { autofocus: true } : {})}
        {...(props.hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={() => {
          props.choose(props.seconds)
        }}
      />
      <label class="choice__text" for={id}>
        {props.text}
      </label>
      {props.hint !== undefined && (
        <span class="choice__hint" id={`${id}-hint`}>
          {props.hint}
        </span>
      )}
    </div>
  )
}
