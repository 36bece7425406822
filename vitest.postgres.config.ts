import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests of operations once more, on PostgreSQL, and those of several instances on one database. */
export default mergeConfig(
  { ...base, test: { ...base.test, projects: undefined } },
  {
    test: {
      name: 'postgres',
      include: ['main/{services,store,security,jobs,mail,operator,live}/**/*.test.ts', 'e2e/postgres/**/*.test.ts'],
      globalSetup: ['e2e/tools/postgres-for-tests.ts'],
      environment: 'node',
    },
  },
);
