import { afterEach, expect, it } from 'vitest';
import { sendRaw } from '#e2e/support/raw-http.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

let server: SpawnedInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const printed = /^castellan setup token for the first account: (\S+)$/m;
const account = { email: 'ann@example.com', name: 'Ann Own', password: 'a long winding road 7', company_name: 'Acme' };
const signUp = (extra: object = {}, headers: Record<string, string> = {}) =>
  send(server?.address ?? '', 'POST', '/api/v1/auth/signup', { headers, body: { ...account, ...extra } });
const refusal = async (answer: ReturnType<typeof signUp>) => {
  const { status, problem } = await answer;
  return [status, problem?.code, problem?.reason];
};

it('prints a setup token if a public URL is set, and none after the first account', async () => {
  const args = ['--public-url', 'https://console.example'];
  server = await spawnInstance({ args });
  const { dataDir } = server;
  await expect.poll(() => server?.stdout()).toMatch(printed);
  const setup_token = printed.exec(server.stdout())?.[1];
  await expect
    .poll(() => server?.stdout())
    .toContain(`create it at https://console.example/signup#token=${setup_token}\n`);
  expect(await refusal(signUp())).toEqual([403, 'SIGN_UPS_CLOSED', 'setup_token_required']);
  expect(await refusal(signUp({ setup_token: 'x' }))).toEqual([403, 'SIGN_UPS_CLOSED', 'setup_token_wrong']);
  expect((await signUp({ setup_token })).status).toBe(201);
  expect(await refusal(signUp({ setup_token, email: 'eve@example.com' }))).toEqual([
    403,
    'SIGN_UPS_CLOSED',
    'invitation_required',
  ]);
  expect(server.stderr()).not.toContain(setup_token);
  await server.stop();
  const again = await spawnInstance({ args, dataDir });
  expect((await again.stop()).stdout).toBe(`castellan listening on ${again.address}\n`);
});

it('offers sample data and a sign-up without a token only to requests that no proxy forwarded', async () => {
  server = await spawnInstance({ args: ['--host', '0.0.0.0'] });
  const { port } = server;
  const address = `http://127.0.0.1:${port}`;
  const welcome = async (headers: Record<string, string>) =>
    (await send(address, 'GET', '/api/v1/welcome', { headers })).body;
  expect(await welcome({})).toMatchObject({ sample_offered: true, setup_token_required: false });
  const forwarded = { sample_offered: false, setup_token_required: true };
  expect(await welcome({ 'x-forwarded-for': '127.0.0.1' })).toMatchObject(forwarded);
  expect(await welcome({ via: '1.1 proxy' })).toMatchObject(forwarded);
  const makeSample = (headers: Record<string, string>) =>
    send(address, 'POST', '/api/v1/welcome/sample', { headers, body: {} });
  expect((await makeSample({ 'x-real-ip': '127.0.0.1' })).status).toBe(409);
  // nginx without any further setting.
  const old = await sendRaw(port, 'GET /api/v1/welcome HTTP/1.0', [`Host: 127.0.0.1:${port}`]);
  expect(old.body).toContain('"sample_offered":false');
  expect((await makeSample({})).status).toBe(201);
});
