import fc from 'fast-check';
import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { activeOwners, mailsTo, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { victimAndThief } from '#e2e/support/thief.ts';
import { contract } from '#shared/contract/index.ts';
import { roles } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';

const { security, team } = contract;
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const accomplices = ['ann', 'bea', 'cyd'] as const;
const doings = ['changeRole', 'transferOwnership', 'removeMember', 'disableMember', 'leave'] as const;

/** What an accomplice, or the stolen session, tries to do to one of them or to the victim. */
const attempt = fc.record({
  by: fc.constantFrom(...accomplices, 'thief' as const),
  to: fc.constantFrom(...accomplices, 'victim' as const, 'victim' as const),
  doing: fc.oneof(
    { weight: 3, arbitrary: fc.constant(doings[0]) },
    { weight: 2, arbitrary: fc.constantFrom(...doings) },
  ),
  role: fc.constantFrom(...roles),
});

/** Whether it was done. Most attempts are refused, as they should be. */
const isDone = async (work: () => Promise<unknown>): Promise<boolean> => {
  app.clock.advance(1);
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

const ownerLinksOf = async ({ email }: Person): Promise<string[]> => {
  const { secretBox } = app.service.context;
  const mails = (await mailsTo(app, email)).filter(({ kind }) => kind === 'owner_added');
  return mails.flatMap((mail) => (mail.sealed_secret === null ? [] : [secretBox.open('mails.sealed_secret', mail)]));
};

it('whatever accomplices of a stolen session do to each other, the links give the organization back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 2, maxLength: 8 }), fc.boolean(), async (attempts, newestFirst) => {
      const { victim, thief } = await victimAndThief(app);
      const people = {
        victim,
        thief,
        ann: await app.join(victim, 'admin'),
        bea: await app.join(victim),
        cyd: await app.join(victim),
      };
      const at = ({ id: user_id, tenantId: tenant_id }: Person) => ({ tenant_id, user_id });
      await isDone(() => app.call(team.changeRole, { ...at(people.ann), role: 'owner' }, { token: thief.token }));
      for (const { by, to, doing, role } of attempts) {
        const [{ token, password }, target] = [people[by], at(people[to])];
        await isDone(() => {
          if (doing === 'changeRole') return app.call(team.changeRole, { ...target, role }, { token });
          if (doing === 'transferOwnership')
            return app.call(team.transferOwnership, { ...target, password }, { token });
          return doing === 'leave' && by !== 'thief'
            ? scheduleDeletion(app, people[by])
            : app.call(team[doing === 'disableMember' ? doing : 'removeMember'], target, { token });
        });
      }
      // A link that took something back may have brought another one.
      for (const _round of [1, 2]) {
        const links = await ownerLinksOf(victim);
        for (const token of newestFirst ? links.reverse() : links) {
          await isDone(() => app.call(security.undoChange, { token }));
        }
      }
      expect((await activeOwners(app, victim.tenantId)).map(({ id }) => id)).toEqual([victim.id]);
    }),
    { numRuns: 20 },
  );
});
