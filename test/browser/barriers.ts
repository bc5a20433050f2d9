import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules that axe leaves out unless asked. Those of AAA stay out. */
const MORE_RULES = [
  'css-orientation-lock',
  'hidden-content',
  'label-content-name-mismatch',
  'p-as-heading',
  'table-fake-caption',
  'td-has-header',
]

type Found = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>

// Not by its builder, which would load axe into the page twice for each look.
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

/**
 * What axe finds in the page as it is shown now, one line for each place; no rule is off. Where an
 * open menu covers half of a link, the sizes of targets cannot be told.
 */
export async function barriersIn(page: Page, { covered = false } = {}): Promise<string[]> {
  const asked = covered ? MORE_RULES : [...MORE_RULES, 'target-size']
  // Of what passes, axe would describe each place.
  const options = {
    rules: Object.fromEntries(asked.map((rule) => [rule, { enabled: true }])),
    resultTypes: ['violations'],
  }
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<Found>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))
}
