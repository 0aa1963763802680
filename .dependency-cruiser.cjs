// Who may import whom (docs/architecture.md). scripts/boundaries.test.ts plants a violation of each rule.
const TEST = '\\.test\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'A cycle hides who depends on whom.', from: {}, to: { circular: true } },
    { name: 'shared-is-leaf', severity: 'error', comment: 'Both processes import shared/: it imports nobody.', from: { path: '^shared/' }, to: { path: '^(electron|renderer|e2e|scripts)/' } },
    { name: 'core-is-pure', severity: 'error', comment: 'Core takes events and returns effects.', from: { path: '^electron/core/', pathNot: TEST }, to: { path: '^electron/(app|cli|gateway|journal|main|operator|preload|serve)/|^renderer/' } },
    { name: 'core-has-no-node', severity: 'error', comment: 'No node: module in core.', from: { path: '^electron/core/', pathNot: TEST }, to: { dependencyTypes: ['core'] } },
    { name: 'no-electron-below-main', severity: 'error', comment: 'Only main and preload know Electron.', from: { path: '^electron/(app|cli|core|gateway|journal|operator|serve)/|^shared/' }, to: { path: '^node_modules/electron/|^electron$' } },
    { name: 'journal-knows-no-gateway', severity: 'error', comment: 'The gateway uses the journal, never the reverse.', from: { path: '^electron/journal/', pathNot: TEST }, to: { path: '^electron/(gateway|operator|app|main|serve|cli)/' } },
    { name: 'gateway-below-operator', severity: 'error', comment: 'The gateway reaches the operator only through its ports.', from: { path: '^electron/gateway/', pathNot: TEST }, to: { path: '^electron/(operator|app|main|serve|cli)/' } },
    { name: 'operator-below-app', severity: 'error', comment: 'The operator side serves both hosts.', from: { path: '^electron/operator/', pathNot: TEST }, to: { path: '^electron/(app|main|serve|cli)/' } },
    { name: 'app-below-hosts', severity: 'error', comment: 'The application is built for a host, it knows none.', from: { path: '^electron/app/', pathNot: TEST }, to: { path: '^electron/(main|serve|cli)/' } },
    { name: 'renderer-speaks-only-shared', severity: 'error', comment: 'The renderer is a view of the journal.', from: { path: '^renderer/' }, to: { path: '^electron/' } },
    { name: 'preload-is-thin', severity: 'error', comment: 'Preload has no logic.', from: { path: '^electron/preload/' }, to: { pathNot: '^(electron/preload|shared/ipc)/|^node_modules/electron/|^electron$' } },
    {
      name: 'plugins-do-not-know-each-other', severity: 'error', comment: 'A format, pattern, rule or profile stands alone.',
      from: { path: '^electron/core/(leak/formats|fault/patterns|healing/rules|agent/profiles|upstream/profiles)/([^/]+)', pathNot: '/index\\.ts$|\\.test\\.ts$' },
      to: { path: '^electron/core/$1/', pathNot: '^electron/core/$1/$2' },
    },
    {
      name: 'dialects-do-not-know-each-other', severity: 'error', comment: 'A codec knows its own wire API.',
      from: { path: '^electron/core/dialect/([^/]+)/', pathNot: '\\.test\\.ts$' }, to: { path: '^electron/core/dialect/[^/]+/', pathNot: '^electron/core/dialect/$1/' },
    },
    { name: 'pipeline-is-top-of-core', severity: 'error', comment: 'Only the lanes see everything.', from: { path: '^electron/core/(?!pipeline/|testing/)', pathNot: '\\.test\\.ts$' }, to: { path: '^electron/core/pipeline/' } },
    { name: 'only-the-exchange-drives-lanes', severity: 'error', comment: 'Effects have one interpreter; replay drives the same lanes offline.', from: { path: '^electron/(app|cli|main|serve|preload|operator)/', pathNot: TEST }, to: { path: '^electron/core/pipeline/(response-lane|request-lane)\\.ts$' } },
    { name: 'features-do-not-know-each-other', severity: 'error', comment: 'Places of the console stand alone.', from: { path: '^renderer/features/([^/]+)/' }, to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' } },
    { name: 'testing-stays-in-tests', severity: 'error', comment: 'Test helpers do not ship.', from: { pathNot: '\\.test\\.tsx?$|^e2e/|/testing/' }, to: { path: '/testing/' } },
    { name: 'no-orphans', severity: 'error', comment: 'A file that nobody uses is dead.', from: { orphan: true, pathNot: '\\.d\\.ts$|\\.config\\.[jt]s$|\\.test\\.tsx?$|^e2e/|/testing/|^scripts/|\\.cjs$|\\.mjs$' }, to: {} },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|node_modules/(?!electron/))' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
