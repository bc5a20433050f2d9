import { CallError, Line } from 'express-incoming-webhooks-ui'
import type { ComponentType, FunctionComponent } from 'preact'
import { useLoaded } from '../state/loading.js'

/** A component whose script is loaded when it is first shown. */
export function later<Props extends object = object>(
  load: () => Promise<FunctionComponent<Props>>,
  Failure: ComponentType<{ readonly error: CallError; readonly retry: () => void }>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null
  const loadPart = async (): Promise<FunctionComponent<Props>> => {
    try {
      return (loaded = await load())
    } catch (cause) {
      throw new CallError(0, {}, { cause })
    }
  }
  return function Later(props: Props) {
    const { value, error, slow } = useLoaded(loadPart)
    const Shown = loaded ?? value
    if (Shown) return <Shown {...props} />
    // A newer server has other files, which only a new page knows.
    if (error) return <Failure error={error} retry={() => location.reload()} />
    return <div class="card__body">{slow && <Line width={60} />}</div>
  }
}
