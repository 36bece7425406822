import { beforeAll, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const server = perFile(() => spawnInstance());
let document: string;

beforeAll(async () => {
  const answer = await send(server.address, 'GET', '/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = answer.text;
});

it('is printed by `castellan openapi`', async () => {
  const { code, stdout, stderr } = await runProgram(['openapi']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(document));
});
