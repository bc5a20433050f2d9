import { exportedTypes } from '../../support/exported.js'
import { explainedErrors } from './error-tables.js'
import { fieldsOfABody } from './field-table.js'
import { everyFormat, programsWithIncidents } from './format-table.js'
import { everyFilter } from './filter-table.js'
import { everyMethod } from './method-table.js'
import { hostMetrics, libraryMetrics } from './metric-table.js'
import { logCodes } from './log-code-table.js'
import { limits, options } from './option-tables.js'
import type { Parts } from './pages.js'
import { everyProgram } from './program-pages.js'
import { everyRoute } from './route-table.js'
import { everySetting } from './setting-tables.js'
import { everySignal } from './signal-table.js'
import { environmentVariables } from './variable-table.js'

/** The pages that have parts made from the code. Only some need the declarations. */
export const PAGES: Readonly<Record<string, () => Parts | Promise<Parts>>> = {
  'docs/deployment.md': () => ({ metrics: libraryMetrics() }),
  'docs/errors.md': () => ({
    'errors of deliveries': explainedErrors('deliveries'),
    'errors of management': explainedErrors('management'),
    'errors of message buttons': explainedErrors('message buttons'),
    'errors of sign-in': explainedErrors('sign-in'),
    'log codes': logCodes(),
  }),
  'docs/formats.md': () => ({ formats: everyFormat() }),
  'docs/incidents.md': () => ({ 'programs with incidents': programsWithIncidents() }),
  'docs/management-api.md': () => ({
    routes: everyRoute(),
    signals: everySignal(),
    'fields of a body': fieldsOfABody(),
    settings: everySetting(),
  }),
  'docs/options.md': async () => {
    const types = await exportedTypes()
    return { options: options(types), limits: limits(types) }
  },
  'docs/programs.md': () => ({ programs: everyProgram() }),
  'docs/writing-adapters.md': async () => ({ methods: everyMethod(await exportedTypes()) }),
  'docs/templates.md': () => ({ filters: everyFilter() }),
  'example-host/README.md': () => ({
    variables: environmentVariables(),
    metrics: hostMetrics(),
  }),
}
