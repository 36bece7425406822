import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

it('the email about a new owner has no link if the operator of the server decided it', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  const call = { emit: async () => {}, body: (async function* () {})() };
  await runOperation(app.service.context, 'user set-role', { user: member.email, role: 'owner' }, call);
  const mail = (await mailsTo(app, owner.email)).find(({ kind }) => kind === 'owner_added');
  expect(mail).toMatchObject({ kind: 'owner_added', token_id: null });
  const { text } = app.service.context.outbox.render(mail as NonNullable<typeof mail>, undefined);
  expect(text).toContain('By: The operator of this server');
  expect(text).toMatch(/Open the team page: http.*\/dashboard\/team\n/);
  expect(text).not.toMatch(/undo|7 days/i);
});
