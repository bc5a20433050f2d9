import { join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { ROOT } from '../support/root.js'

// A name that goes away breaks hosts; one that comes stays. Both are decided here.
const NAMES: Readonly<Record<string, { readonly values: string; readonly types: string }>> = {
  'dist/lib/index.d.ts': {
    values:
      'DEFAULT_SETTINGS DEFAULT_WEBHOOK KeyBudget MAX_THINGS WebhookError clientAddress clientPost clientUser createHooksListener createHooksRouter createIncomingWebhooks errorHandler hooksErrorHandler networkOf redactKeys takeFrom withFirstId withPostId',
    types: [
      'Adapters AuthorIcon AuthorProps BatchResult Bucket ChangedMeanwhile Channel ChannelType ChannelWide ChannelsAdapter',
      'ClientPost ClientUser CountersAdapter CreatedWebhook Credentials CurrentUser DeliveriesAdapter DeliveryAdapters',
      'DeliveryOptions DeliveryRecord ErrorCode FoundWebhook Guarantee HookLimits HooksRouterOptions HostMistake',
      'IncomingWebhook IncomingWebhooks IncomingWebhooksOptions JsonValue KeptThings LimitOptions ListedWebhook Listener ListenerOptions Log',
      'LogLevel LogsAdapter ManagedWebhooks ManagementAdapters MaybePromise Mentions NewPost NewWebhook',
      'OnPosts OnSignIn Once OwnSignInOptions Permalink Post PostBatch PostChanges PostEdit PostsAdapter PostsEvent',
      'PreviousKey Priority PriorityLevel Props RateLimit Session SessionsAdapter Settings',
      'SettingsAdapter ShownVerification SignInAttempt SignInLimit StoredBatch StoredDelivery StoredNow StoredPost StoredSettings StoredThing StoredWebhook Taken Thing ThingPage ThingParts ThingState ThingWrite User UsersAdapter Verification VerificationInput Warning',
      'WebhookAction WebhookAttachment WebhookChanges WebhookConfirm WebhookErrorOptions WebhookField WebhookFields',
      'WebhookManagement WebhookPage WebhookPart WebhookProps WebhooksAdapter',
    ].join(' '),
  },
  'dist/lib/adapters/memory/index.d.ts': {
    values: 'createMemoryAdapters createMemoryCounters',
    types: 'MemoryAdapters MemoryHost',
  },
  'dist/lib/adapters/sql/index.d.ts': {
    values: 'createSqlStores oneConnection sqlTables',
    types:
      'MessagePlace OneConnection OneConnectionOptions OwnMessages SqlDialect SqlQuery SqlStoresOptions SqlTablesOptions SqlValue StoredMessage Stores',
  },
  'dist/lib/adapters/documents/index.d.ts': {
    values: 'createDocumentStores',
    types:
      'DocumentCalls DocumentCollection DocumentHost DocumentReader DocumentStoresOptions MessagePlace OwnMessages StoredDocument StoredMessage Stores',
  },
  'dist/lib/adapters/postgres/index.d.ts': {
    values: 'createPostgresChat createPostgresPool createPostgresStores migrate migrationFiles',
    types:
      'ChatChange MessagePlace MigrateOptions OwnMessages PgQuery PgValue PostgresChat PostgresChatOptions PostgresPoolOptions PostgresStores PostgresStoresOptions StoredMessage Stores',
  },
  'dist/lib/console/index.d.ts': {
    values: 'consoleRouter',
    types: 'ConsoleBrand ConsoleLabels ConsoleOptions ConsoleTheme TokenSource',
  },
  'dist/lib/formats/index.d.ts': {
    values: [
      'alertmanager allFormats apprise azure azuredevops bitbucket bold cloudevents code datadog discord',
      'fence gitea github gitlab googlechat gotify grafana healthchecks italic jira joined lines link list',
      'listAt markdown ntfy numberAt pagerduty pagerdutyEvents prose quote rocketchat sentry sns statuspage',
      'strike teams text textAt timeAt uptimekuma',
    ].join(' '),
    types:
      'Card CardField Color Draft EventFacts Format FormatAnswer FormatBody FormatReading FormatReceipt FormatRequest Piece ReceiptPost Text',
  },
  'dist/lib/openapi/index.d.ts': {
    values: 'openApiDocument',
    types:
      'ApiAnswer ApiBody ApiContent ApiExample ApiMethod ApiOperation ApiParameter ApiPaths ApiRequestBody JsonSchema OpenApiDocument OpenApiOptions',
  },
  'dist/lib/render/index.d.ts': {
    values: 'authorOf renderHtml renderMarkdown renderText',
    types: [
      'AuthorIcon AuthorProps HtmlOptions PostAuthor PostToShow WebhookAction WebhookAttachment',
      'WebhookConfirm WebhookField WebhookPart WebhookProps',
    ].join(' '),
  },
  'dist/lib/conformance/index.d.ts': {
    values: 'describeAdapters describeFormat',
    types:
      'AdaptersUnderTest ConformanceOptions ConformanceSession DescribeFormatOptions FormatFixture Lack SeedChannel SeedUser TestRunner',
  },
}

describe('the public names', () => {
  const entries = Object.keys(NAMES).map((path) => join(ROOT, path))
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()

  for (const [path, { values, types }] of Object.entries(NAMES)) {
    it(`of ${path} are these and no others`, () => {
      const source = program.getSourceFile(join(ROOT, path))
      const module = source && checker.getSymbolAtLocation(source)
      const names = module ? checker.getExportsOfModule(module) : []
      const isValue = (symbol: ts.Symbol): boolean =>
        ((symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).flags &
          ts.SymbolFlags.Value) !==
        0
      const list = (wanted: boolean): string =>
        names
          .filter((symbol) => isValue(symbol) === wanted)
          .map((symbol) => symbol.name)
          .sort()
          .join(' ')
      expect(list(true)).to.equal(values)
      expect(list(false)).to.equal(types)
    })
  }
})
