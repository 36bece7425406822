import PostalMime from 'postal-mime';
import { afterEach, expect, it } from 'vitest';
import { createMailService, type MailService } from '#e2e/support/mail-service.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { accentShade } from '#shared/rules/accent-color.ts';
import { tablesOf } from '../storage/database/tables.ts';

/** A PNG of one pixel. */
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const logo = `data:image/png;base64,${image}`;

let service: MailService;
let owner: Person;
const start = async (signUps: string): Promise<void> => {
  service = await createMailService({ 'sign-ups': signUps });
  owner = await service.app.owner();
  await tablesOf(service.app.service.context.db.write)
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', owner.id)
    .execute();
  const change = { tenant_id: owner.tenantId, name: 'Ember & "Oak"', logo, accent: '#ffd43b' };
  await service.app.call(contract.organization.updateTenant, change, { token: owner.token });
};
afterEach(() => service.close());

const arrived = async (to: string) => {
  await service.drain();
  return PostalMime.parse(service.arrived(to)?.raw ?? '');
};
const reset = async () => {
  await service.app.call(contract.auth.forgotPassword, { email: owner.email });
  return arrived(owner.email);
};

it('is part of the email of its organization, and has its name for readers who see no images', async () => {
  await start('invited');
  await invite(service.app, owner, 'bob@example.com');
  for (const mail of [await reset(), await arrived('bob@example.com')]) {
    expect(mail.attachments).toHaveLength(1);
    const [part] = mail.attachments;
    expect(part).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@castellan>' });
    expect(Buffer.from(part?.content as ArrayBuffer).toString('base64')).toBe(image);
    expect(mail.html).toContain('<img src="cid:logo@castellan" alt="Ember &amp; &quot;Oak&quot;"');
    // Black on a pale color, which is darker where it stands on white.
    const { fill, text } = accentShade('#ffd43b', 'light');
    expect(mail.html).toContain(fill);
    expect(text).toBe('#000000');
    expect(mail.html).not.toContain('data:');
    expect(mail.text).not.toContain('cid:');
  }
  const [queued] = await mailsTo(service.app, 'bob@example.com');
  const input = { tenant_id: owner.tenantId, mail_id: queued?.id ?? '' };
  const preview = await service.app.call(contract.mail.getMail, input, { token: owner.token });
  expect(preview.html).toContain(`<img src="${logo}"`);
});

it('is left out of invitations where anyone can found an organization, and out of email once it is removed', async () => {
  await start('open');
  await invite(service.app, owner, 'bob@example.com');
  const invitation = await arrived('bob@example.com');
  expect(invitation.attachments).toEqual([]);
  expect(invitation.html).not.toContain('<img');
  expect((await reset()).attachments).toHaveLength(1);
  const removal = { tenant_id: owner.tenantId, logo: null };
  await service.app.call(contract.organization.updateTenant, removal, { token: owner.token });
  const later = await reset();
  expect(later.attachments).toEqual([]);
  expect(later.html).toContain('>Ember &amp; &quot;Oak&quot;</p>');
});

it('links to the sign-in page of its organization, in text and HTML', async () => {
  await start('invited');
  await service.app.call(
    contract.organization.updateTenant,
    { tenant_id: owner.tenantId, sign_in_slug: 'ember' },
    { token: owner.token },
  );
  await invite(service.app, owner, 'bob@example.com');
  const { text, html } = await arrived('bob@example.com');
  const address = `${service.app.service.context.origin()}/sign-in/ember`;
  expect(text).toContain(`Sign in to Ember & "Oak": ${address}`);
  expect(html).toContain(`href="${address}"`);
});

const textOf = (invitation_text: string | null) =>
  service.app.call(
    contract.organization.updateTenant,
    { tenant_id: owner.tenantId, invitation_text },
    { token: owner.token },
  );
const said = 'Ember runs its <ovens> here.\nSee you soon!';

it('lets its owners say in text and HTML what an invitation is for, and returns to the usual text', async () => {
  await start('invited');
  await textOf(said);
  await invite(service.app, owner, 'bob@example.com');
  const own = await arrived('bob@example.com');
  expect(own.text).toContain('\n\nEmber runs its <ovens> here.\n\nSee you soon!\n\nTo accept, choose a password.');
  expect(own.html).toContain('>Ember runs its &lt;ovens&gt; here.</p>');
  expect(own.text).not.toContain('Castellan is where');
  await textOf(null);
  await invite(service.app, owner, 'eve@example.com');
  expect((await arrived('eve@example.com')).text).toContain('Castellan is where Ember & "Oak" manages');
});

it('says it in German invitations, too', async () => {
  await start('invited');
  await textOf(said);
  const { token } = owner;
  await service.app.call(contract.profile.updateMe, { preferences: { language: 'de' } }, { token });
  await invite(service.app, owner, 'bob@example.com');
  const { text } = await arrived('bob@example.com');
  expect(text).toContain('See you soon!\n\nUm die Einladung anzunehmen');
});

it('keeps the usual text where anyone can found an organization', async () => {
  await start('open');
  await textOf(said);
  await invite(service.app, owner, 'bob@example.com');
  expect((await arrived('bob@example.com')).text).not.toContain('ovens');
});
