import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertDeclared, declaredErrors } from '#e2e/support/answered-errors.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callTrpc } from '#e2e/support/transports.ts';
import { version } from '#main/platform/version.ts';
import { versionHeader } from '#shared/contract/http-names.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { bodyLimitOf, type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Problem } from '#shared/texts/errors.ts';

/**
 * Errors that possible-errors.ts derives for an operation from its credentials, its input and the server. Each one that
 * the document lists for an operation is answered by that operation, over HTTP.
 */
const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
let seed: SeedData;
const tokens = { expired: '', ended: '' };
beforeAll(async () => {
  const { context } = server.app;
  tokens.expired = (await createSeedData(context, 'no password fits')).own.owner.token;
  // The session continues, and its token does not.
  for (let call = 0; call < 3; call += 1) {
    await callTrpc(server.address, contract.profile.getMe, {}, { token: tokens.expired });
    server.clock.advance(21 * minute);
  }
  seed = await createSeedData(context, 'no password fits');
  tokens.ended = seed.foreign.owner.token;
  await callTrpc(server.address, contract.auth.logout, {}, { token: tokens.ended });
});

interface Sent {
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string;
}

/** Who sends them isn't told which version answers. */
const refusedAtTheDoor: ReadonlySet<string> = new Set(['HOST_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED']);

/** Sends a request with any header, also those that fetch keeps to itself. The path names the caller's team. */
const send = (operation: OperationSpec, { token, headers = {}, body }: Sent): Promise<string> => {
  const { method, path } = operation.http;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'tenant_id' ? seed.own.id : 'missing'));
  return new Promise((resolve, reject) => {
    const sent = request(
      { port: server.port, host: '127.0.0.1', method, path: `/api/v1${url}`, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const { status, code } = JSON.parse(text) as Problem;
          assertDeclared(operation, { status, code });
          if (!refusedAtTheDoor.has(code)) expect(response.headers[versionHeader]).toBe(version);
          resolve(`${status} ${code}`);
        });
      },
    );
    sent.on('error', reject);
    sent.setHeader('content-type', 'application/json');
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
    if (token !== undefined) sent.setHeader('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    sent.end(body);
  });
};

const owner = (): string => seed.own.owner.token;
/** Each error, and how to provoke it. */
const provocations: Record<string, (operation: OperationSpec) => Promise<string>> = {
  '400 HOST_NOT_ALLOWED': (operation) => send(operation, { headers: { host: 'evil.example' } }),
  '403 ORIGIN_NOT_ALLOWED': (operation) => send(operation, { headers: { origin: 'https://evil.example' } }),
  '401 UNAUTHENTICATED': (operation) => send(operation, {}),
  '401 TOKEN_INVALID': (operation) => send(operation, { token: 'x.y.z' }),
  '401 TOKEN_EXPIRED': (operation) => send(operation, { token: tokens.expired }),
  '401 SESSION_ENDED': (operation) => send(operation, { token: tokens.ended }),
  '415 UNSUPPORTED_MEDIA_TYPE': (operation) =>
    send(operation, { token: owner(), body: 'x', headers: { 'content-type': 'text/plain' } }),
  '400 MALFORMED_BODY': (operation) => send(operation, { token: owner(), body: '{' }),
  '413 BODY_TOO_LARGE': (operation) =>
    send(operation, { token: owner(), headers: { 'content-length': String(bodyLimitOf(operation) + 1) } }),
};

describe.each(Object.entries(provocations))('%s', (error, provoke) => {
  const declaring = operations.filter(({ operation }) =>
    declaredErrors(operation).includes(`${operation.id} ${error}`),
  );

  it('is answered by each operation that lists it', async () => {
    expect(declaring.length).toBeGreaterThan(10);
    const answers: Record<string, string> = {};
    for (const { operation } of declaring) answers[operation.id] = await provoke(operation);
    expect(answers).toEqual(Object.fromEntries(declaring.map(({ operation }) => [operation.id, error])));
  });
});

describe('400 VALIDATION_FAILED', () => {
  const declaring = operations.filter(({ operation }) =>
    declaredErrors(operation).includes(`${operation.id} 400 VALIDATION_FAILED`),
  );
  /** A field that no text of any length fits, because it is not text. */
  const invalid = (operation: OperationSpec): Record<string, unknown> => ({
    ...Object.fromEntries(Object.keys(operation.input.shape).map((name) => [name, {}])),
    ...(pathParameters(operation).includes('tenant_id') && { tenant_id: seed.own.id }),
  });

  it('is answered by each operation that lists it', async () => {
    const answers: Record<string, string> = {};
    for (const { operation } of declaring) {
      const input = Object.keys(operation.input.shape).join() === 'tenant_id' ? {} : { ...invalid(operation), zz: 1 };
      const { problem } = await callTrpc(server.address, operation, input, { token: owner() });
      answers[operation.id] = problem?.code ?? '';
    }
    expect(answers).toEqual(Object.fromEntries(declaring.map(({ operation }) => [operation.id, 'VALIDATION_FAILED'])));
  });
});
