import { ranks } from './test/architecture/ranks.mjs';

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const inFolder = (folder) => `^${escape(folder)}/`;

const rankRules = ranks.map((own) => ({
  name: `rank-${own.name}`,
  comment: `${own.folder} (rank ${own.rank}) may import only: ${own.mayImport.join(', ') || 'nothing of ours'}.`,
  severity: 'error',
  from: { path: inFolder(own.folder) },
  to: {
    path: ranks
      .filter((other) => other !== own && !own.mayImport.includes(other.name))
      .map((other) => inFolder(other.folder)),
  },
}));

const features = 'ingest|reports|live|executors|agents|feed|subscriptions|health|console|audit|admin';

export default {
  forbidden: [
    ...rankRules,
    {
      name: 'tests-are-for-tests',
      comment: 'What runs never imports what tests it: only specs and the test folders of packages may.',
      severity: 'error',
      from: {
        path: '^(src|libs|migrations)/',
        pathNot: ['\\.spec\\.ts$', '^libs/[^/]+/test/', '^libs/[^/]+/src/testing/'],
      },
      to: { path: ['^test/', '^libs/[^/]+/test/', '^libs/[^/]+/src/testing/'] },
    },
    {
      name: 'evidence-needs-nothing',
      severity: 'error',
      from: { path: '^libs/evidence/src/', pathNot: ['\\.spec\\.ts$', '/testing/'] },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'core'] },
    },
    {
      name: 'features-apart',
      comment: 'Features of the service never import each other; app.module composes them.',
      severity: 'error',
      from: { path: `^src/(${features})/` },
      to: { path: `^src/(${features})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'only-log-names-an-engine',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/log/', '\\.spec\\.ts$'] },
      to: { path: '^libs/event-log/src/(postgres|memory)/' },
    },
    { name: 'unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['(^|/)dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@mcp-witness/source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
