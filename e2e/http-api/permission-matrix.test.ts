import { describe } from 'vitest';
import { createTestApp } from '#e2e/support/test-app.ts';
import { describeFaults, describeMatrix } from './permission-matrix.ts';

describe('permission matrix (every operation, caller, target and transport)', () => {
  describeMatrix(() => createTestApp({ 'rate-limits': 'off' }));
  describeFaults();
});
