import { expect, vi } from 'vitest';
import type { PageActions } from '#e2e/support/screens/page-actions.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import type { PolicyChange } from './policies.logic.ts';

const screenTest = screenTests();
const { getPolicies, getTenant } = contract.organization;
const address = '/dashboard/settings?tab=organization';
const policiesOf = ({ read }: Cast, person: Cast['owner']) => read(person, getPolicies, { tenant_id: person.tenantId });

/** Changes all policies of a form, and reads back that these and no others have changed. */
const changesPolicies = async (
  cast: Cast,
  form: string,
  act: (form: PageActions) => Promise<void>,
  changed: PolicyChange & { second_factor_due_at?: unknown },
): Promise<void> => {
  const { owner, open } = cast;
  const before = await policiesOf(cast, owner);
  for (const [name, value] of Object.entries(changed)) {
    expect(before[name as keyof typeof before], `${name} as it was`).not.toEqual(value);
  }
  const page = await open(owner, address);
  const inside = await page.in('form', form);
  await act(inside);
  await page.send('Save changes', 'organization.updatePolicies', inside);
  await page.see('Policies saved.');
  expect(await policiesOf(cast, owner)).toEqual({ ...before, ...changed });
};

screenTest('organization/session-policies', ['organization.updatePolicies'], 'changes both lifetimes', (cast) =>
  changesPolicies(
    cast,
    'Sessions',
    async (form) => {
      await form.fill('Sign out after inactivity', '20');
      await form.fill('Always sign out after', '72');
    },
    { session_idle_minutes: 20, session_max_hours: 72 },
  ),
);

screenTest('organization/session-policies', ['organization.updatePolicies'], 'removes the limit', async (cast) => {
  const { app, owner } = cast;
  const change = { tenant_id: owner.tenantId, session_max_hours: 72 };
  await app.call(contract.organization.updatePolicies, change, { token: owner.token });
  await changesPolicies(cast, 'Sessions', (form) => form.fill('Always sign out after', ''), {
    session_max_hours: null,
  });
});

screenTest('organization/invitation-policies', ['organization.updatePolicies'], 'changes all of them', (cast) =>
  changesPolicies(
    cast,
    'Invitations',
    async (form) => {
      await form.choose('Default role', 'Admin');
      await form.fill('Invitation links are valid for', '3');
      await form.fill('Allowed email domains', 'example.com');
      await form.press('Require a verified sender');
    },
    {
      default_role: 'admin',
      invitation_days: 3,
      email_domains: ['example.com'],
      invitations_need_verified_email: true,
    },
  ),
);

screenTest('organization/password-policies', ['organization.updatePolicies'], 'changes both', (cast) =>
  changesPolicies(
    cast,
    'Passwords',
    async (form) => {
      await form.fill('Minimum length', '20');
      await form.press('Refuse passwords that are easy to guess');
    },
    { password_min_length: 20, refuse_common_passwords: true },
  ),
);

screenTest('organization/retention-policies', ['organization.updatePolicies'], 'changes both', (cast) =>
  changesPolicies(
    cast,
    'Retention',
    async (form) => {
      await form.fill('Keep email in the outbox for', '7');
      await form.fill('Keep audit log entries for', '400');
    },
    { mail_retention_days: 7, audit_retention_days: 400 },
  ),
);

screenTest('organization/confirmation-policies', ['organization.updatePolicies'], 'asks everyone', (cast) =>
  changesPolicies(cast, 'Sensitive changes', (form) => form.press('Ask everyone to confirm it’s them'), {
    confirm_sensitive_changes: true,
  }),
);

screenTest('organization/verified-email-policies', ['organization.updatePolicies'], 'requires one', (cast) =>
  changesPolicies(
    cast,
    'Verified email addresses',
    (form) => form.press('Require a verified email address from everyone'),
    { verified_email_required: true },
  ),
);

screenTest('organization/email-sign-in-policies', ['organization.updatePolicies'], 'allows it', (cast) =>
  changesPolicies(cast, 'Sign-in by email', (form) => form.press('Allow signing in with a link by email'), {
    email_sign_in: true,
  }),
);

screenTest(
  'organization/second-factor-policies',
  ['organization.updatePolicies'],
  'requires two-factor authentication after a grace period',
  async (cast) => {
    await enrol(cast.app, cast.owner);
    await changesPolicies(
      cast,
      'Two-factor authentication',
      async (form) => {
        await form.press('Require two-factor authentication for everyone');
        await form.fill('Grace period', '21');
      },
      { second_factor_required: true, second_factor_grace_days: 21, second_factor_due_at: expect.any(String) },
    );
  },
);

screenTest(
  'organization/identity-form',
  ['organization.updateTenant'],
  'changes the name, the color and the time zone',
  async ({ owner, member, open, read }) => {
    const page = await open(owner, address);
    const form = await page.in('form', 'General');
    await form.fill('Name', 'Northwind');
    await form.fill('Accent color', '#7048e8');
    await form.fill('Time zone', 'Tokyo');
    await page.press(/Asia\/Tokyo/);
    await page.send('Save changes', 'organization.updateTenant', form);
    await page.see('Changes saved.');
    expect(await read(member, getTenant, { tenant_id: owner.tenantId })).toMatchObject({
      name: 'Northwind',
      time_zone: 'Asia/Tokyo',
      accent: '#7048e8',
      logo: null,
    });
  },
);

screenTest(
  'organization/identity-form',
  ['organization.updateTenant'],
  'adds a sign-in page, and says that an address is taken',
  async ({ app, owner, open, read }) => {
    const other = await app.owner();
    const taken = { tenant_id: other.tenantId, sign_in_slug: 'taken' };
    await app.call(contract.organization.updateTenant, taken, { token: other.token });
    const page = await open(owner, address);
    const form = await page.in('form', 'General');
    await form.fill('Sign-in page', 'taken');
    await form.press('Save changes');
    await form.see('This address is already taken');
    await form.fill('Sign-in page', 'northwind');
    await page.send('Save changes', 'organization.updateTenant', form);
    const { sign_in_url } = await read(owner, getTenant, { tenant_id: owner.tenantId });
    expect((await form.field('Link to your sign-in page')).value).toBe(sign_in_url);
  },
);

screenTest(
  'organization/identity-form',
  ['organization.updateTenant'],
  'says what someone else has changed meanwhile, and replaces only what was edited here',
  async ({ app, owner, open, read }) => {
    const { tenantId: tenant_id, token } = owner;
    const page = await open(owner, address);
    const form = await page.in('form', 'General');
    await form.fill('Name', 'Mine');
    const theirs = { name: 'Theirs', time_zone: 'Europe/Paris' };
    await app.call(contract.organization.updateTenant, { tenant_id, ...theirs }, { token });
    // The page reads again what is old once someone looks at it.
    vi.setSystemTime(app.clock.now() + 2 * minute);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await form.see('Changed while you were editing');
    await form.see('Name is now “Theirs”.');
    expect((await form.field('Name')).value).toBe('Mine');
    expect((await form.field('Time zone')).value).toMatch(/Paris/);
    await page.send('Save changes', 'organization.updateTenant', form);
    expect(await read(owner, getTenant, { tenant_id })).toMatchObject({ name: 'Mine', time_zone: 'Europe/Paris' });
    expect(await form.has('status', 'Changed while you were editing')).toBe(false);
  },
);

screenTest(
  'organization/invitation-text-form',
  ['organization.updateTenant'],
  'shows what an invitation will say, saves it, and resets it',
  async ({ owner, open, read }) => {
    const page = await open(owner, address);
    const form = await page.in('form', 'Text of invitations');
    await form.see(/Castellan is where/);
    await form.fill('Your text', 'See evil.example');
    await form.press('Save changes');
    await form.see('Leave out links, domains and email addresses');
    await form.fill('Your text', 'Our invoices are here.');
    await (await page.in('figure', 'Preview')).see('Our invoices are here.');
    await page.send('Save changes', 'organization.updateTenant', form);
    await page.see('Text saved.');
    const stored = async () => (await read(owner, getTenant, { tenant_id: owner.tenantId })).invitation_text;
    expect(await stored()).toBe('Our invoices are here.');
    await form.press('Reset to default');
    await form.see(/Castellan is where/);
    await page.send('Save changes', 'organization.updateTenant', form);
    expect(await stored()).toBeNull();
  },
);
