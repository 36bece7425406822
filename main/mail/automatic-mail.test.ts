import { expect, it } from 'vitest';
import { createMailService, header } from '#e2e/support/mail-service.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';

it('an email says that a program wrote it, so that no absence notice answers', async () => {
  const service = await closedAfterwards(createMailService());
  const { email } = await service.app.owner();
  await service.drain();
  expect(header(service.arrived(email), 'auto-submitted')).toEqual(['auto-generated']);
});

it('mail servers are greeted by the name in the settings', async () => {
  const named = await closedAfterwards(createMailService({ 'mail-hostname': 'castellan.example.com' }));
  await named.app.owner();
  await named.drain();
  expect(new Set(named.server.greetings)).toEqual(new Set(['castellan.example.com']));
});
