import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { apiReports, namelessIn, partsBeyond } from './api-report.js'
import { type Entry, packageEntries } from './entries.js'

const FOLDER = join(ROOT, 'test/package/api')
/** Set to write the reports anew; the changes are to be reviewed. */
const REWRITE = process.env['REWRITE_API'] === '1'
const ADVICE =
  'The public API has changed. If that is intended, run ' +
  'REWRITE_API=1 npx mocha dist/test/package/api-report.test.js, and commit'

/** What needs no name, because users have another one for it, or never meet it. */
const NAMELESS = [
  // Parts of `ChannelsAdapter`, `PostsAdapter` and `PostgresStores`.
  [
    'AllChannels',
    'AllPosts',
    'DirectChannels',
    'If',
    'KeptBatches',
    'KeptIncidents',
    'SharedStores',
  ],
  // Parts of what `reporter` takes.
  ['Meaning', 'Reader', 'Reporter', 'Row', 'Rows', 'Slot', 'Table'],
  // Kinds of `Piece`.
  ['BlockPiece', 'CodePiece', 'LinkPiece', 'MarkdownPiece', 'Style', 'StyledPiece'],
  // Tables from which types are made, and what they hold.
  ['CALLER_FIELDS', 'CLIENT_SETTINGS', 'COLLECTIONS', 'ERRORS', 'HIDDEN_FIELDS', 'HOST_MISTAKES'],
  ['SIGNALS', 'HandOverInput', 'HandOverResult', 'NotedResult'],
  ['ForgetUserOptions', 'ForgottenUser'],
  ['OWN_SETTINGS', 'SERVER_FIELDS', 'INCIDENT_STATES', 'OUTCOMES', 'ErrorEntry', 'MistakeTexts'],
  ['CallerRules', 'SettingRules'],
  ['Field', 'ChoiceField', 'FlagField', 'HiddenField', 'NamesField', 'RateField', 'TextField'],
  ['EventRule', 'FactTest', 'FactValue', 'Mentions', 'PeriodField', 'RuleEffect', 'RulesField'],
  ['SlugField', 'Template', 'TemplateField', 'TemplateOfField'],
  ['TimeField', 'FormGroup', 'Section', 'ValuesOf', 'WireValue'],
  // Members of `IncomingWebhook` and `Settings`.
  ['CallerValues', 'HiddenValues', 'ServerValues', 'ClientSettings', 'OwnSettings'],
  // Exact results of the memory adapters: `MemoryAdapters['posts']`, `MemoryHost['batches']`.
  ['CheckedBatch', 'CheckedManagement', 'CheckedResult', 'KeptBatch', 'Listed', 'Page'],
  ['KeptPosts', 'MemoryPosts', 'IncidentsByWebhook'],
  // The table of methods, from which these are made.
  ['METHODS', 'AllAdapters', 'Asks', 'HostCall', 'Method', 'Need', 'Read'],
  ['Checked', 'AdapterName', 'Always', 'Arguments', 'Call', 'Given', 'IsAlways', 'Member'],
  ['Methods', 'Result'],
  // Schemas of JSON Schema, which are plain objects.
  ['Json', 'JsonSchema'],
  // What `manage.preview` and `manage.replay` take and return.
  ['Action', 'PREVIEWED', 'PreviewedPost', 'RefusedRequests', 'ReplayOptions', 'Unsaved'],
  // Options and members, which their owner names: `IncomingWebhooksOptions['limits']`.
  ['ApiAnswer', 'ApiBody', 'ApiContent', 'ApiExample', 'ApiMethod', 'ApiParameter', 'ApiPaths'],
  ['AuditAction', 'DeliveryAddress', 'Facts', 'OnAudit', 'OnSignal', 'Signal'],
  ['ApiRequestBody', 'AuthorIcon', 'AuthorProps', 'Bucket', 'CardField', 'CardLink', 'ChannelType'],
  [
    'ChannelWide',
    'ChatPostsAdapter',
    'ClaimedLogin',
    'Color',
    'ConformanceOptions',
    'ConsoleBrand',
  ],
  ['ConsoleLabels', 'ConsoleTheme', 'Credentials', 'CurrentUser'],
  ['DeliveryOptions', 'DescribeFormatOptions', 'DocumentCollection', 'DocumentReader'],
  ['DocumentStoresOptions', 'ForeignMentions', 'FormFields', 'FormatAnswer', 'FormatReceipt'],
  ['FormatRequest', 'HookLimits', 'HookMentions', 'HookPriority', 'HookProps', 'HostFeature'],
  [
    'HtmlOptions',
    'IncidentChange',
    'IncidentPage',
    'IncidentState',
    'IncidentWrite',
    'JsonMembers',
    'JsonValue',
  ],
  ['LastResult', 'LimitOptions', 'Linked', 'Listener', 'ListenerOptions', 'LogLevel', 'MemoryHost'],
  ['MigrateOptions', 'OnPosts', 'OnSignIn', 'OneConnectionOptions', 'OpenApiOptions'],
  ['Permalink', 'PgQuery'],
  ['PgValue', 'PostEdit', 'PostgresChatOptions', 'PostgresPoolOptions', 'PostgresStoresOptions'],
  ['PreviousKey', 'PriorityLevel', 'RateLimit', 'ReceiptPost', 'RequestShare', 'Secret'],
  ['MetricHistogram', 'RequestCount', 'RequestDurations'],
  ['SeedChannel', 'SeedUser', 'Show', 'ShownAction', 'ShownField', 'ShownPost', 'ShownQuestion'],
  ['ShownVerification', 'SignIn', 'SignInAttempt'],
  ['SignInLimit', 'SignatureEncoding', 'SignatureStyle', 'SqlDialect', 'SqlStoresOptions'],
  ['SqlTablesOptions', 'StoredDelivery', 'StoredDocument', 'StoredSettings', 'Unchecked'],
  ['TestRunner', 'Together', 'TokenSource', 'Verification', 'WebhookAction', 'WebhookConfirm'],
  ['WebhookErrorOptions', 'WebhookField', 'WebhookFields', 'WebhookIncident', 'WebhookListOptions'],
  ['WebhookPart', 'WebhookRegenerateOptions', 'WebhookUpdateOptions', 'WrittenPosts'],
].flat()

describe('the public API', () => {
  let entries: readonly Entry[]
  let reports: ReadonlyMap<string, string>

  before(async () => {
    entries = await packageEntries()
    reports = await apiReports(entries)
    if (!REWRITE) return
    mkdirSync(FOLDER, { recursive: true })
    for (const [name, report] of reports) writeFileSync(fileOf(name), report)
  })

  it('has a report for each entry of the package', () => {
    expect(entries).to.have.lengthOf(11)
    expect(readdirSync(FOLDER).sort()).to.deep.equal(
      entries.map(({ name }) => `${name}.api.md`).sort(),
    )
  })

  it('is as the reports say', () => {
    for (const [name, report] of reports) {
      const file = fileOf(name)
      const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
      // Whole reports are too long for the difference that mocha prints.
      const [is, was] = [partsBeyond(report, committed), partsBeyond(committed, report)]
      expect(is, `${ADVICE} ${relative(ROOT, file)}`).to.equal(was)
    }
  })

  it('exports every type that users need by name, without which their declarations fail', () => {
    expect(namelessIn(reports)).to.deep.equal([...NAMELESS].sort())
  })

  it('is shown with the members of types that are not exported', () => {
    expect(reports.get('index')).to.include('export function createIncomingWebhooks<')
    expect(reports.get('index')).to.include(
      '    readonly allowedIntegrationHosts?: readonly string[];',
    )
    expect(reports.get('memory')).to.include('export function createMemoryAdapters(')
  })

  it('is shown once where several entries need a type', () => {
    const showing = [...reports.values()].filter((report) =>
      /interface HookPost extends/.test(report),
    )
    expect(showing).to.have.lengthOf(1)
  })
})

function fileOf(name: string): string {
  return join(FOLDER, `${name}.api.md`)
}
