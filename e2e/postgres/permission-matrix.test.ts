import { describe } from 'vitest';
import { describeMatrix } from '#e2e/http-api/permission-matrix.ts';
import { createSpreadServer } from '#e2e/support/spread-server.ts';

describe('permission matrix, each request at another of three instances', () => {
  describeMatrix(() => createSpreadServer(3, { 'rate-limits': 'off' }));
});
