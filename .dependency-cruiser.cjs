// The direction of dependencies, ARCHITECTURE.md. Each rule is an error: a wrong edge never lands.
const NOT_A_FEATURE =
  'app|api|ui|list|profile-fields|test|live|http|db|embedded-postgres|jobs|ledger|rails|mail|sms|sftp|storage|upload|egress|audit|sandbox|pdf|table-file';
const TEST = '\\.(test|e2e)\\.tsx?$|^server/test/|^web/src/test/';

const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    // 1. contract imports zod and itself.
    no(
      'contract-is-alone',
      'The contract imports zod and itself.',
      { path: '^contract/', pathNot: TEST },
      {
        pathNot: '^contract/|(^|/)node_modules/zod/',
      },
    ),
    no(
      'client-is-alone',
      'The client is what merchants install: it imports its generated types and openapi-fetch.',
      { path: '^client/', pathNot: TEST },
      { pathNot: '^client/|(^|/)node_modules/openapi-fetch/' },
    ),
    // 2. server, web and bank import contract at most; e2e too.
    no(
      'server-stays-home',
      'The server imports no other part but the contract.',
      { path: '^server/', pathNot: TEST },
      {
        path: '^(web|pay|bank|e2e|scripts|bench|soak)/',
      },
    ),
    no(
      'web-stays-home',
      'The web imports no other part but the contract.',
      { path: '^web/' },
      {
        path: '^(server|pay|bank|e2e|scripts|bench|soak)/',
      },
    ),
    no(
      'pay-stays-home',
      "The customer's pay page imports types of the contract, and nothing of the dashboard.",
      { path: '^pay/src/', pathNot: TEST },
      {
        path: '^(server|web|bank|e2e|scripts|bench|soak)/|^contract/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    no(
      'bank-stays-home',
      'The sandbox bank is a separate system.',
      { path: '^bank/' },
      {
        path: '^(server|web|pay|e2e|scripts|bench|soak)/',
      },
    ),
    no(
      'e2e-stays-outside',
      'Journeys see what a user sees.',
      { path: '^e2e/' },
      {
        path: '^(server|web|pay|bank|scripts|bench|soak)/',
      },
    ),
    // 3. server: main → app → feature → ledger, rails, http, db, jobs, mail, sftp, storage, egress.
    no(
      'server-foundation-knows-no-feature',
      'Foundation folders never import features.',
      {
        path: '^server/src/(ledger|rails|http|db|embedded-postgres|mail|sms|sftp|storage|upload|egress|audit|pdf|table-file)/',
        pathNot: TEST,
      },
      { path: [`^server/src/(?!(?:${NOT_A_FEATURE})/)[a-z-]+/`, '^server/src/(main|app|build-deps)\\.ts$'] },
    ),
    no(
      'server-jobs-know-jobs-only',
      'Registry and cron list the jobs of the features and import nothing else of them.',
      {
        path: '^server/src/jobs/',
        pathNot: TEST,
      },
      {
        path: `^server/src/(?!(?:${NOT_A_FEATURE})/)[a-z-]+/(?!jobs\\.ts|[a-z-]*jobs?\\.ts)`,
        pathNot: '^server/src/[a-z-]+/rules\\.ts$',
      },
    ),
    no(
      'nothing-imports-app',
      'main starts, app builds; nothing imports them but main and the tests.',
      {
        path: '^server/src/',
        pathNot: `${TEST}|^server/src/main\\.ts$`,
      },
      { path: '^server/src/(main|app)\\.ts$' },
    ),
    // 4. web: main → app → feature → api, ui.
    no(
      'ui-is-pure',
      'ui imports neither data nor router nor features.',
      { path: '^web/src/ui/', pathNot: TEST },
      {
        path: '^web/src/(?!ui/)|(^|/)node_modules/@tanstack/(react-query|react-router)/',
      },
    ),
    no(
      'api-knows-no-feature',
      'api imports neither features nor app.',
      { path: '^web/src/api/', pathNot: TEST },
      {
        path: '^web/src/(?!api/|ui/)[a-z-]+/',
      },
    ),
    no(
      'web-feature-stays-home',
      'A feature never imports another feature: compose in app, or move the part down.',
      {
        path: `^web/src/(?!(?:${NOT_A_FEATURE})/)([a-z-]+)/`,
        pathNot: TEST,
      },
      { path: `^web/src/(?!(?:api|ui|list|profile-fields|live)/)[a-z-]+/`, pathNot: '^web/src/$1/' },
    ),
    no(
      'profile-fields-know-no-feature',
      'Fields of a business are shared by features and import none.',
      { path: '^web/src/profile-fields/', pathNot: TEST },
      { path: '^web/src/(?!(?:profile-fields|api|ui)/)[a-z-]+/' },
    ),
    // 5. A server feature imports another's queries or rules at most; only db touches the driver.
    no(
      'server-feature-imports-queries-or-rules-only',
      "Never another feature's handlers or jobs.",
      {
        path: `^server/src/(?!(?:${NOT_A_FEATURE})/)([a-z-]+)/`,
        pathNot: TEST,
      },
      {
        path: `^server/src/(?!(?:${NOT_A_FEATURE})/)[a-z-]+/`,
        // Approvals and name checks are shared steps of money features, a batch is executed by the steps of the single
        // disbursement, regions are reference data, and SNAP credentials have endpoints that webhooks deliver to.
        pathNot:
          '^server/src/($1/|[a-z-]+/[a-z-]*(queries|rules)\\.ts$|approval/(request|decide)\\.ts$|account-check/check-account\\.ts$|disbursement/(create|decide|refusal|pricing|reserve|resolve-account)\\.ts$|webhook/snap-endpoint\\.ts$|region/regions\\.ts$)',
      },
    ),
    no(
      'loaded-when-needed',
      'What most processes never use is imported where it is first needed (decision 0139).',
      { path: '^server/src/', pathNot: `${TEST}|^server/src/sandbox/` },
      {
        path: '(^|/)node_modules/(nodemailer|ssh2|@simplewebauthn/server|pdfkit|sharp)/|^server/src/sandbox/start\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    no(
      'driver-behind-db',
      'Only db and embedded-postgres use the PostgreSQL driver.',
      {
        path: '^server/src/(?!db/|embedded-postgres/)',
        pathNot: TEST,
      },
      { path: '(^|/)node_modules/pg/' },
    ),
    no(
      'sql-in-query-files',
      'Only queries.ts, the ledger and db write SQL.',
      {
        path: '^server/src/(?!db/|ledger/)',
        pathNot: `${TEST}|/[a-z-]*queries\\.ts$`,
      },
      { path: '(^|/)node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    no(
      'no-cycles',
      'Two files that need each other at run time are one file.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
    no(
      'resolvable',
      'An import that does not resolve escapes every rule above.',
      { pathNot: TEST },
      {
        couldNotResolve: true,
        // The bank serves its page's messages in the language of the browser.
        pathNot: ['\\.css$', '^\\./messages\\.js$'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(server|web|pay)/dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
