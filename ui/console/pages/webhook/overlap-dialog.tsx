import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Notice } from '../../parts/notice.js'
import { useAction } from '../../state/action.js'
import { atTime, inDays } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { Unchanged } from '../form/unchanged.js'

const HOUR = 3600
const DAY = 24 * HOUR

/** Labels of the choices for the old secret. */
interface Words {
  readonly legend: string
  readonly stop: string
  readonly stopHint: string
}

/** Props of the dialogs that replace a secret of a webhook. */
export interface ReplaceProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly close: () => void
}

interface OverlapDialogProps {
  readonly title: string
  readonly action: string
  readonly busy: string
  readonly words: Words
  /** Replaces the secret; the old one stays valid for so many seconds. */
  readonly replace: (overlapSeconds: number) => Promise<Webhook>
  readonly put: ReplaceProps['put']
  readonly close: ReplaceProps['close']
  /** Shown when the secret was replaced. */
  readonly done: string
  /** The text above the choices. */
  readonly intro: ComponentChildren
  /** What else stops, or null. */
  readonly warning: JSX.Element | null
}

/** Asks before a secret is replaced, and for how long the old one stays valid. */
export function OverlapDialog(props: OverlapDialogProps): JSX.Element {
  const [overlap, setOverlap] = useState(DAY)
  const { busy, error, run } = useAction()
  const replace = async (): Promise<void> => {
    props.put(await props.replace(overlap))
    props.close()
    toast(props.done)
  }
  return (
    <Dialog
      title={props.title}
      onClose={props.close}
      buttons={
        <>
          <Button onPress={props.close}>Cancel</Button>
          <Button kind="primary" busy={busy ? props.busy : null} onPress={() => run(replace)}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.intro}</p>
      <Choices words={props.words} chosen={overlap} choose={setOverlap} />
      {props.warning !== null && (
        <Notice kind="warn">
          <p>{props.warning}</p>
        </Notice>
      )}
      {error !== null && <Unchanged error={error} />}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly chosen: number
  readonly choose: (seconds: number) => void
}

function Choices(props: ChoicesProps & { readonly words: Words }): JSX.Element {
  const { words, ...choice } = props
  return (
    <fieldset class="choices">
      <legend class="label mb-3">{words.legend}</legend>
      <Choice {...choice} seconds={0} text={words.stop} hint={words.stopHint} />
      <Choice {...choice} seconds={HOUR} text="Keep it for 1 hour" />
      <Choice
        {...choice}
        seconds={DAY}
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
        onChange={() => props.choose(props.seconds)}
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
