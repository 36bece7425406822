import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { zoneAliases } from '#e2e/support/time-zones.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { defaultPreferences, type Preferences } from '#shared/contract/preferences.ts';
import { profileOf } from '#shared/contract/profile/fields.ts';

const { getMe, updateMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());

const update = (person: Person, input: RequestOf<typeof updateMe>) =>
  app.call(updateMe, input, { token: person.token });
const me = (person: Person) => app.call(getMe, {}, { token: person.token });
const workspaceOf = async (person: Person, name: string): Promise<string> => {
  const input = { tenant_id: person.tenantId, name };
  const { workspace_id } = await app.call(contract.workspaces.createWorkspace, input, { token: person.token });
  return workspace_id;
};

describe('put me (seed 000 §4 #10)', () => {
  it('returns the updated name and preferences, and stores them', async () => {
    const preferences: Preferences = {
      timezone: 'Asia/Kolkata',
      date_format: 'DD.MM.YYYY',
      time_format: '12h',
      language: 'de-AT',
      email_notifications: false,
      campaign_alerts: false,
      weekly_reports: false,
      billing_alerts: false,
      default_workspace: '',
      dashboard_layout: 'spacious',
      show_onboarding: false,
    };
    const answer = await update(owner, { name: '  Ada King ', preferences });
    expect(answer).toEqual({ success: true, user: { ...profileOf(answer.user), name: 'Ada King', preferences } });
    expect(await me(owner)).toMatchObject({ name: 'Ada King', preferences });
    await app.restart();
    expect(await me(owner)).toMatchObject({ name: 'Ada King', preferences });
  });

  it('leaves omitted fields unchanged: only a name, only one preference, nothing at all', async () => {
    const person = await app.owner();
    await update(person, { name: 'Only the name' });
    expect((await me(person)).preferences).toEqual(defaultPreferences);
    await update(person, { preferences: { language: 'fr' } });
    const before = await me(person);
    expect(before).toMatchObject({ name: 'Only the name', preferences: { ...defaultPreferences, language: 'fr' } });
    expect((await update(person, {})).user).toEqual({ ...profileOf(before), preferences: before.preferences });
    expect((await update(person, { preferences: {} })).user.preferences).toEqual(before.preferences);
    expect(await me(person)).toEqual(before);
  });

  it('takes back what it has returned, also once the default workspace is gone', async () => {
    const person = await app.owner();
    const workspace = await workspaceOf(person, 'Gone soon');
    await update(person, { preferences: { default_workspace: workspace, dashboard_layout: 'grid' } });
    const gone = { tenant_id: person.tenantId, slug: 'gone-soon' };
    await app.call(contract.workspaces.deleteWorkspace, gone, { token: person.token });
    const { preferences } = await me(person);
    const changed = { ...preferences, time_format: '12h' } as const;
    expect((await update(person, { preferences: changed })).user.preferences).toEqual(changed);
    await update(person, { preferences: { default_workspace: '' } });
    await failsWith(update(person, { preferences }), 'VALIDATION_FAILED');
  });

  it('merges by field: any sequence of changes equals one object assignment', async () => {
    const person = await app.owner();
    const change = fc.record(
      {
        timezone: fc.constantFrom('Europe/Vienna', 'UTC', ...zoneAliases),
        date_format: fc.constantFrom('MM/DD/YYYY', 'YYYY-MM-DD'),
        time_format: fc.constantFrom('12h' as const, '24h' as const),
        weekly_reports: fc.boolean(),
        show_onboarding: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    let expected: Preferences = { ...defaultPreferences };
    await fc.assert(
      fc.asyncProperty(change, async (preferences) => {
        expected = { ...expected, ...preferences };
        expect((await update(person, { preferences })).user.preferences).toEqual(expected);
        expect((await me(person)).preferences).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('loses none of ten concurrent changes to different fields', async () => {
    const person = await app.owner();
    const changes: Partial<Preferences>[] = [
      { timezone: 'Asia/Tokyo' },
      { date_format: 'DD/MM/YYYY' },
      { time_format: '12h' },
      { language: 'ja' },
      { email_notifications: false },
      { campaign_alerts: false },
      { weekly_reports: false },
      { billing_alerts: false },
      { dashboard_layout: 'compact' },
      { show_onboarding: false },
    ];
    const outcomes = await countOutcomes(times(10, (index) => update(person, { preferences: changes[index] ?? {} })));
    expect(outcomes).toEqual({ ok: 10 });
    expect((await me(person)).preferences).toEqual(Object.assign({ ...defaultPreferences }, ...changes));
  });

  it.each([
    ['preferences.timezone', { preferences: { timezone: 'Mars/Olympus' } }],
    ['preferences.date_format', { preferences: { date_format: 'YY-M-D' } }],
    ['preferences.time_format', { preferences: { time_format: '36h' } }],
    ['preferences.dashboard_layout', { preferences: { dashboard_layout: 'x'.repeat(51) } }],
    ['preferences.weekly_reports', { preferences: { weekly_reports: 'yes' } }],
    ['preferences.default_workspace', { preferences: { default_workspace: 'ws_unknown' } }],
    ['preferences.colour', { preferences: { colour: 'red' } }],
    ['preferences', { preferences: null }],
    ['preferences', { preferences: [] }],
    ['name', { name: '' }],
    ['name', { name: 'a\u0007b' }],
    ['name', { name: null }],
    ['email', { email: 'other@example.com' }],
    ['role', { role: 'owner' }],
  ])('rejects a wrong %s, names it, and changes nothing else', async (path, input) => {
    const before = await storedUser(app, owner.id);
    const wrong = { name: 'Not taken', ...input } as RequestOf<typeof updateMe>;
    const { errors } = await failsWith(update(owner, wrong), 'VALIDATION_FAILED');
    expect(errors?.map((error) => error.path)).toEqual([path]);
    expect(await storedUser(app, owner.id)).toEqual(before);
  });

  it('applies the new name to the team list, its order and its search', async () => {
    const person = await app.owner();
    await update(person, { name: 'Žofie Nová' });
    const { users } = await app.call(
      contract.team.listMembers,
      { tenant_id: person.tenantId, q: 'žofie' },
      { token: person.token },
    );
    expect(users.map(({ name }) => name)).toEqual(['Žofie Nová']);
  });
});

describe('the default workspace', () => {
  const set = (person: Person, default_workspace: string) => update(person, { preferences: { default_workspace } });
  const refused = async (person: Person, id: string) => {
    const { errors } = await failsWith(set(person, id), 'VALIDATION_FAILED');
    return errors?.map(({ path, code }) => [path, code]);
  };

  it('must be one that the caller can see; foreign, hidden and missing ones get the same error', async () => {
    const [own, foreign] = [await app.owner(), await app.owner()];
    const [mine, theirs] = [await workspaceOf(own, 'Mine'), await workspaceOf(foreign, 'Theirs')];
    expect((await set(own, mine)).user.preferences.default_workspace).toBe(mine);
    const member = await app.join(own);
    const answers = [await refused(own, theirs), await refused(own, 'ws_missing'), await refused(member, mine)];
    for (const answer of answers) expect(answer).toEqual([['preferences.default_workspace', 'unknown_workspace']]);
    await app.call(
      contract.workspaces.setWorkspaceMember,
      { tenant_id: own.tenantId, slug: 'mine', user_id: member.id, role: 'Viewer' },
      { token: own.token },
    );
    expect((await set(member, mine)).user.preferences.default_workspace).toBe(mine);
    expect((await set(member, '')).user.preferences.default_workspace).toBe('');
  });
});
