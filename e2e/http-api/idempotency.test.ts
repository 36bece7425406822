import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { type Transport, transports } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const seed = perFile(() => createSeedData(server.app.context, 'no password fits'));

describe.each(Object.keys(transports) as Transport[])('an Idempotency-Key, through %s', (transport) => {
  it('makes an invitation that is sent twice one invitation', async () => {
    const invite = (email: string) =>
      transports[transport](
        server.address,
        contract.team.inviteMember,
        { tenant_id: seed.stranger.tenantId, email, role: 'member' },
        { token: seed.stranger.token, headers: { 'Idempotency-Key': `invite-${transport}` } },
      );
    const first = await invite(`${transport}@example.org`);
    expect(first.problem).toBeUndefined();
    expect(first.headers.get('idempotency-replayed')).toBe(null);
    const again = await invite(`${transport}@example.org`);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { status, problem } = await invite('other@example.org');
    expect([status, problem?.code, problem?.reason]).toEqual([409, 'IDEMPOTENCY_CONFLICT', 'other_request']);
  });
});
