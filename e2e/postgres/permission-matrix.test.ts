import { describe } from 'vitest';
import { createSpreadServer } from '#e2e/fixtures/spread-server.ts';
import { describeMatrix } from '#e2e/http-api/permission-matrix.ts';

describe('permission matrix, each request at another of three instances', () => {
  describeMatrix(() => createSpreadServer(3, { 'rate-limits': 'off' }));
});
