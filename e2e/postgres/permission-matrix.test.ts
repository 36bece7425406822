import { describe } from 'vitest';
import { describeMatrix } from '#e2e/http-api/permission-matrix.ts';
import { createSpreadApp } from '#e2e/support/spread-app.ts';

describe('permission matrix, each request at another of three instances', () => {
  describeMatrix(() => createSpreadApp(3, { 'rate-limits': 'off' }));
});
