import {
  type PostToShow,
  renderHtml,
  renderMarkdown,
  renderText,
} from '../../../lib/render/index.js'

export const FORMS = {
  HTML: renderHtml,
  Markdown: renderMarkdown,
  text: renderText,
} as const

export type Form = keyof typeof FORMS

/** What one form of a post takes. */
export interface Rendering {
  readonly bytes: number
  /** CPU time in milliseconds: the best of some tries. */
  readonly ms: number
}

const TRIES = 5

/** `quick`: milliseconds below which one try is enough. */
export async function measured(post: PostToShow, form: Form, quick: number): Promise<Rendering> {
  let best: Rendering = { bytes: 0, ms: Infinity }
  for (let tries = 0; tries < TRIES && best.ms > quick; tries += 1) {
    const began = process.cpuUsage()
    const shown = await FORMS[form](post)
    const { user, system } = process.cpuUsage(began)
    best = { bytes: Buffer.byteLength(shown), ms: Math.min(best.ms, (user + system) / 1000) }
  }
  return best
}

/** Bytes of a post as JSON. */
export function sizeOf(post: PostToShow): number {
  return Buffer.byteLength(JSON.stringify(post))
}

/** The longest that a post may become (docs/rendering.md). */
export const MOST_BYTES: Readonly<Record<Form, (size: number) => number>> = {
  HTML: (size) => 12 * size + 250_000,
  Markdown: (size) => 3 * size + 1_000,
  text: (size) => 3 * size + 1_000,
}

/** What is wrong with what a form takes, or null. */
export function renderingFault(
  name: string,
  form: Form,
  size: number,
  { bytes, ms }: Rendering,
  mostMs: number,
): string | null {
  if (bytes > MOST_BYTES[form](size)) return `${name}: ${size} bytes become ${bytes} of ${form}`
  return ms > mostMs ? `${name}: ${ms.toFixed(0)} ms as ${form}` : null
}
