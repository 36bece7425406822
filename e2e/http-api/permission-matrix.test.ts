import { describe } from 'vitest';
import { createTestServer } from '#e2e/support/test-server.ts';
import { describeFaults, describeMatrix } from './permission-matrix.ts';

describe('permission matrix (every operation, caller, target and transport)', () => {
  describeMatrix(() => createTestServer({ 'rate-limits': 'off' }));
  describeFaults();
});
