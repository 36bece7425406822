import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { send } from '#e2e/support/transports.ts';

const server = perFile(() => spawnInstance());
let document: string;
const folder = perFile(() => temporaryFolder('castellan-client-'));

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

/** The part of the generated client that this test uses. */
interface Reply {
  data: Record<string, unknown>;
  status: number;
}
type Call = (...args: unknown[]) => Promise<Reply>;
interface Client {
  api: Record<'signup' | 'login' | 'getMe' | 'inviteMember' | 'deleteMe', Call>;
  setSecurityData(token: string): void;
}
interface ClientModule {
  Api: new (options: {
    baseUrl: string;
    securityWorker: (token: string | null) => { headers: Record<string, string> };
  }) => Client;
}

describe('a client generated from the document', () => {
  it('signs up, signs in, reads the profile, invites, and signs out', async () => {
    await generateApi({
      spec: JSON.parse(document),
      output: folder.path,
      fileName: 'client.ts',
      httpClientType: 'fetch',
      silent: true,
    });
    const module = (await import(pathToFileURL(join(folder.path, 'client.ts')).href)) as ClientModule;
    const client = new module.Api({
      baseUrl: server.address,
      securityWorker: (token) => ({ headers: token === null ? {} : { authorization: `Bearer ${token}` } }),
    });
    const email = 'client@example.com';
    const created = await client.api.signup({ email, name: 'Client', password: testPassword, company_name: 'Co' });
    expect(created.status).toBe(201);
    const signedIn = await client.api.login({ email, password: testPassword });
    client.setSecurityData(String(signedIn.data.access_token));
    const me = await client.api.getMe();
    expect(me.data).toMatchObject({ user_id: created.data.user_id, tenant_id: created.data.tenant_id, role: 'owner' });
    const invited = await client.api.inviteMember(created.data.tenant_id, {
      email: 'invited@example.com',
      role: 'admin',
      workspaces: [],
    });
    expect(invited.status).toBe(201);
    expect(invited.data).toMatchObject({ email: 'invited@example.com', status: 'pending' });
    const gone = await client.api.deleteMe({ confirmation: 'DELETE', password: testPassword });
    expect(gone.data).toMatchObject({ success: true });
    const refused = await client.api.getMe().catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ status: 401, error: { code: 'SESSION_ENDED', reason: 'deleted' } });
  });
});
