import { beforeAll, describe, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { changesAndReads } from '#e2e/support/changes-and-reads.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { purge } from '../jobs/purge.ts';

const year = 365 * day;
const { auth, profile, team, hosting } = contract;

const app = perFile(() => createTestService());
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashSeedPassword(app.service.context);
});

/** Someone of the same organization, who did nothing while the clock was wrong. */
const workNormally = async (seed: SeedData): Promise<void> => {
  const { email, tenantId: tenant_id } = seed.own.coOwner;
  const signedIn = await app.call(auth.login, { email, password: testPassword });
  const { access_token: token } = await app.call(auth.refresh, { refresh_token: signedIn.refresh_token });
  await app.call(profile.getMe, {}, { token });
  const invited = `late.${seed.own.id.slice(4, 14)}@example.com`.toLowerCase();
  const { invitation_id } = await app.call(team.inviteMember, { tenant_id, email: invited, role: 'member' }, { token });
  const { url } = await app.call(team.copyInvitationLink, { tenant_id, invitation_id }, { token });
  const accepted = { token: url.split('token=')[1] ?? '', name: 'Late', password: testPassword };
  await app.call(team.acceptInvitation, accepted);
  await app.call(hosting.syncServers, {}, { token });
  await app.call(auth.forgotPassword, { email });
  await app.service.mailWorker.drain();
};

describe('after a clock that was a year ahead during', () => {
  it.each(changesAndReads)('%s, others work as on any day', async (_, tried) => {
    const { context } = app.service;
    app.clock.jump(year);
    const seed = await createSeedData(context, passwordHash, 'same');
    const caller = seed.own.owner;
    for (const operation of tried) {
      const row = rows[operation.id as OperationId];
      const prepared = await row.prepare?.(context, caller, seed);
      const input = { ...row.input(seed, caller), ...prepared };
      const token = operation.auth === 'none' ? {} : { token: caller.token };
      // Some are refused on any day: what counts is what they leave behind.
      await app.call(operation, input as never, token).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
    app.clock.jump(-year);
    await purge(context);
    await workNormally(seed);
    app.clock.advance(minute);
  });
});
