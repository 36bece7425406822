import { beforeAll, describe, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { purge } from '../jobs/purge.ts';

const year = 365 * day;
const { auth, profile, team, hosting } = contract;

const app = perFile(() => createTestService());
let passwordHash: string;
/** Made once: no one works there. */
let foreign: SeedData['foreign'] | undefined;
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

/** Afterwards, there is no one left. */
const remaining = operations.filter(({ operation }) => operation.id !== 'removeSampleTenant');

describe('after a clock that was a year ahead during', () => {
  it.each(remaining.map(({ operation }) => [operation.id as OperationId, operation] as const))(
    '%s, others work as on any day',
    async (id, operation) => {
      const { context } = app.service;
      app.clock.jump(year);
      const seed = await createSeedData(context, passwordHash, foreign);
      foreign = seed.foreign;
      const caller = seed.own.owner;
      const prepared = await rows[id].prepare?.(context, caller, seed);
      const input = { ...rows[id].input(seed, caller), ...prepared };
      const token = operation.auth === 'none' ? {} : { token: caller.token };
      // Some are refused on any day: what counts is what they leave behind.
      await app.call(operation, input as never, token).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      app.clock.jump(-year);
      await purge(context);
      await workNormally(seed);
      app.clock.advance(minute);
    },
  );
});
