import { selectTextOf } from 'express-incoming-webhooks-ui/copy'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { LogLine } from '../../api/logs.js'
import { Button } from '../../parts/button.js'
import { CopyButton } from '../../parts/copy-button.js'

interface LogActionsProps {
  readonly state: 'live' | 'paused' | 'lost'
  /** New lines since the pause. */
  readonly news: number
  readonly shown: readonly LogLine[]
  readonly pause: () => void
  readonly goOn: () => void
}

export function LogActions(props: LogActionsProps) {
  const { state, news, shown } = props
  return (
    <div class="btns">
      {state === 'live' && (
        <span class="badge">
          <span class="dot dot--live" />
          Live
        </span>
      )}
      {state === 'paused' && (
        <span class="badge badge--warn">
          Paused{news > 0 && `, ${countText(news, 'new line')}`}
        </span>
      )}
      {state === 'lost' && (
        <span class="badge badge--warn">
          <span class="spin" aria-hidden="true" />
          Reconnecting
        </span>
      )}
      {state === 'paused' ? (
        <Button kind="primary" icon="play" onPress={props.goOn}>
          Resume
        </Button>
      ) : (
        <Button icon="pause" onPress={props.pause}>
          Pause
        </Button>
      )}
      <CopyButton
        text={shown.map((line) => line.raw).join('\n')}
        said={`${countText(shown.length, 'line')} copied`}
        select={selectLines}
      >
        Copy lines
      </CopyButton>
    </div>
  )
}

function selectLines(): void {
  selectTextOf(document.getElementById('log-lines'))
}
