import { configDefaults, mergeConfig } from 'vitest/config';
import { eastOfUtc } from './e2e/support/zones-of-tests.ts';
import base from './vitest.config.ts';

process.env.TZ = eastOfUtc;

/** Tests in which engines differ most: races, constraints, and every statement of the store. */
const engine = [
  'main/storage/store/**/*.test.ts',
  'main/jobs/purge{,-accounts,-retention}.test.ts',
  'main/security/{audit-log-untouched,callers,refresh-tokens,throttle}*.test.ts',
  'main/services/team/{accept-invitation,change-roles,held-invitations,last-owner,list-*,revoke-invitation}.test.ts',
  'main/mail/worker{,-order}.test.ts',
  // Requests go to two instances in turn.
  'main/oauth/{client-credentials,device,provider,refresh}.test.ts',
];

/** The tests of operations once more, on PostgreSQL, and those of several instances on one database. */
export default mergeConfig(
  { ...base, test: { ...base.test, projects: undefined } },
  {
    test: {
      name: 'postgres',
      include: [
        ...(process.env.CASTELLAN_TEST_SELECTION === 'engine'
          ? engine
          : ['main/{oauth,services,storage/store,security,jobs,mail,service-commands,live}/**/*.test.ts']),
        'e2e/postgres/**/*.test.ts',
      ],
      // Takes as long as all the others: npm run test:postgres runs it.
      exclude: [
        ...configDefaults.exclude,
        // Copies files, and rewrites statements before an engine sees them.
        'main/storage/store/twins.test.ts',
        // Triggers of SQLite tell them what was written.
        'main/{oauth,services}/recorded-effects.test.ts',
        'main/jobs/recorded-ages.test.ts',
        ...(process.env.CASTELLAN_TEST_SELECTION === 'engine' ? ['e2e/postgres/permission-matrix.test.ts'] : []),
      ],
      globalSetup: ['e2e/tools/current-build.ts', 'e2e/tools/postgres-for-tests.ts'],
      environment: 'node',
    },
  },
);
