import type { FormatRequest } from '../formats/format-request.js'
import type { Asked } from '../formats/registry.js'
import type { LabelledBody } from '../native/body/sent.js'
import type { Correlation } from '../rules/together.js'

/** A request to a webhook, as the pipeline takes it. */
export interface HookRequest extends LabelledBody {
  /** What formats may look at besides the body. Absent without HTTP. */
  readonly outside?: () => Omit<FormatRequest, 'body'>
  /** What headers and query say of the incident that the request is about. */
  readonly correlation?: Correlation
  /**
   * After it was read: names of headers, and of words of the query behind a `?`, that had no effect
   * because only the body is proven. Absent: all counted.
   */
  readonly unheard?: () => readonly string[]
  /** The format that the URL asks for. Absent: any. */
  readonly asked?: Asked
}
