import { afterEach, describe, expect, it, vi } from 'vitest';
import { type LiveStream, openLiveStream } from '#e2e/support/live-stream.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { livePath } from '#shared/contract/live-topics.ts';
import { minute, second } from '#shared/rules/limits.ts';
import { type Account, createSeedClient } from '../http-api/seed-client.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const client = createSeedClient(() => server.address);

let streams: LiveStream[] = [];
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});
const watch = async ({ token }: Pick<Account, 'token'>): Promise<LiveStream> => {
  const stream = await openLiveStream(server.address, token);
  streams.push(stream);
  return stream;
};
const createWorkspace = ({ token, tenantId }: Account, name: string) =>
  client.call('POST', `/tenants/${tenantId}/workspaces`, token, { name }, 201);

describe('the stream of changes', () => {
  it('needs a live session', async () => {
    expect((await send(server.address, 'GET', livePath)).problem?.code).toBe('UNAUTHENTICATED');
    expect((await send(server.address, 'GET', livePath, { token: 'x.y.z' })).problem?.code).toBe('TOKEN_INVALID');
    const account = await client.signup();
    await client.call('POST', '/auth/logout', account.token, {});
    expect((await send(server.address, 'GET', livePath, { token: account.token })).problem?.code).toBe('SESSION_ENDED');
  });

  it('is answered to GET from its own pages only', async () => {
    const { token } = await client.signup();
    const foreign = { token, headers: { origin: 'https://evil.example' } };
    expect((await send(server.address, 'GET', livePath, foreign)).status).toBe(403);
    expect((await send(server.address, 'HEAD', livePath, { token })).status).toBe(404);
    expect((await send(server.address, 'POST', livePath, { token })).status).toBe(404);
  });

  it('is neither stored nor held back', async () => {
    const { headers } = await watch(await client.signup());
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('names what changed in the own organization, and nothing of another', async () => {
    const [ours, theirs] = [await client.signup(), await client.signup()];
    const [own, foreign] = [await watch(ours), await watch(theirs)];
    await createWorkspace(ours, 'Orion');
    await own.hears('workspaces');
    await client.call('PUT', '/users/me', theirs.token, { name: 'Somebody' });
    await foreign.hears('member_pages');
    expect([...foreign.topics]).not.toContain('workspaces');
  });

  it('ends for a removed member at once, and says why', async () => {
    const owner = await client.signup();
    const member = await client.join(owner, 'member');
    const stream = await watch(member);
    await client.call('DELETE', `/tenants/${owner.tenantId}/users/${member.userId}`, owner.token);
    expect((await stream.ended).at(-1)).toEqual({ event: 'ended', data: { reason: 'removed' } });
  });

  it('does not keep a session alive', async () => {
    const account = await client.signup();
    const stream = await watch(account);
    server.clock.advance(31 * minute);
    expect((await stream.ended).at(-1)).toEqual({ event: 'ended', data: { reason: 'idle' } });
  });

  it('is forgotten when its console leaves', async () => {
    const before = server.app.service.live.count();
    const stream = await watch(await client.signup());
    expect(server.app.service.live.count()).toBe(before + 1);
    stream.close();
    await vi.waitFor(() => expect(server.app.service.live.count()).toBe(before), { timeout: 10 * second });
  });
});
