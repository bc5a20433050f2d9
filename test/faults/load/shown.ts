import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  type Form,
  FORMS,
  measured,
  type Rendering,
  renderingFault,
  sizeOf,
} from '../../support/cost/rendering.js'
import {
  KNOWN,
  postOfShape,
  SHOWN_UNITS,
  type ShownShape,
  shownShapes,
} from '../../support/cost/shown.js'
import { UNITS, WRAPS } from '../../support/cost/units.js'
import { Bars } from '../../support/figures.js'

/** Milliseconds of CPU time that no post may take in any form. */
const CPU_BAR = 100
/** One try is enough below this. */
const QUICK = 50
const NAMES: readonly Form[] = ['HTML', 'Markdown', 'text']

/** What posts cost in each form of the library: those that once took most, and a search for others. */
async function measureShown(): Promise<0 | 1> {
  const bars = new Bars()
  for (const shape of KNOWN) bars.note(shape.name, await rowOf(shape))
  const units = [...new Set([...UNITS, ...SHOWN_UNITS])]
  const shapes = [...KNOWN, ...shownShapes(units, WRAPS)]
  for (const form of NAMES) await search(bars, form, shapes)
  return bars.end()
}

async function rowOf(shape: ShownShape): Promise<string> {
  const post = postOfShape(shape)
  const cells = [`${sizeOf(post)} B`]
  for (const form of NAMES) {
    const { bytes, ms } = await measured(post, form, 1)
    cells.push(`${form} ${bytes} B ${ms.toFixed(1)} ms`)
  }
  return cells.join(', ')
}

async function search(bars: Bars, form: Form, shapes: readonly ShownShape[]): Promise<void> {
  const faults: string[] = []
  let dearest: Rendering & { readonly name: string } = { name: '', bytes: 0, ms: 0 }
  for (const shape of shapes) {
    const post = postOfShape(shape)
    const rendering = await measured(post, form, QUICK)
    const fault = renderingFault(shape.name, form, sizeOf(post), rendering, CPU_BAR)
    if (fault !== null) faults.push(fault)
    if (rendering.ms > dearest.ms) dearest = { name: shape.name, ...rendering }
  }
  for (const fault of faults) bars.note('too much', fault)
  bars.atMost(`of ${shapes.length} posts, those that take too much as ${form}`, faults.length, 0)
  bars.atMost('highest CPU time', dearest.ms, CPU_BAR, ' ms')
  bars.note('that of', dearest.name)
}

// The first one loads the parser, which no post can do anything about.
await FORMS.HTML({ message: '**a**' })
if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureShown())
