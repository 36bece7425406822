import { expect, test } from 'vitest';
import { catalogues } from '#e2e/support/texts.ts';
import type { SystemContext } from '../services/context.ts';
import { createJobs } from './job-list.ts';

test('the console says in words what each job does, and knows no other jobs', () => {
  // No job runs here.
  const jobs = createJobs({} as SystemContext, {
    stopping: new AbortController().signal,
    onAuditCheck: () => undefined,
  });
  expect(jobs.length).toBeGreaterThan(10);
  expect(Object.keys(catalogues.en.installation.jobs.names).toSorted()).toEqual(
    jobs.map(({ name }) => name).toSorted(),
  );
});
