import { AxeBuilder } from '@axe-core/playwright'
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

/**
 * What axe finds in the page as it is shown now, one line for each place; no rule is off. Where an
 * open menu covers half of a link, the sizes of targets cannot be told.
 */
export async function barriersIn(page: Page, { covered = false } = {}): Promise<string[]> {
  const asked = covered ? MORE_RULES : [...MORE_RULES, 'target-size']
  const rules = Object.fromEntries(asked.map((rule) => [rule, { enabled: true }]))
  // There are no frames: without the legacy mode axe opens one more page for each look.
  const { violations } = await new AxeBuilder({ page })
    .options({ rules })
    .setLegacyMode(true)
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))
}
