import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { logoMaxBytes } from '#shared/rules/tenant-logo.ts';

const { getTenant, updateTenant } = contract.organization;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));

type Change = Omit<RequestOf<typeof updateTenant>, 'tenant_id'>;
const set = (change: Change, person = owner, tenantId = person.tenantId) =>
  app.call(updateTenant, { tenant_id: tenantId, ...change }, { token: person.token });
const get = (person = owner) => app.call(getTenant, { tenant_id: person.tenantId }, { token: person.token });
const events = async () => (await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'updateTenant');

const dataUrl = (type: string, start: Buffer, bytes = 100): string =>
  `data:${type};base64,${Buffer.concat([start, Buffer.alloc(bytes - start.length, 7)]).toString('base64')}`;
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const jpeg = Buffer.from('ffd8ffe0', 'hex');
const webp = Buffer.from('RIFF\x10\x20\x30\x40WEBPVP8 ', 'latin1');

describe('name and logo of an organization', () => {
  it('are changed by owners, each alone, and read by every member', async () => {
    const member = await app.join(owner);
    const logo = dataUrl('image/png', png);
    expect(await set({ name: '  Ember & Oak ' })).toMatchObject({ name: 'Ember & Oak', logo: null });
    expect(await set({ logo })).toMatchObject({ name: 'Ember & Oak', logo });
    expect(await get(member)).toMatchObject({ name: 'Ember & Oak', logo });
    expect(await set({ logo: null })).toMatchObject({ name: 'Ember & Oak', logo: null });
  });

  it('have an accent color, which is told in the audit log', async () => {
    expect((await set({ accent: '#7048e8' })).accent).toBe('#7048e8');
    expect((await set({ name: 'Ember' })).accent).toBe('#7048e8');
    expect((await set({ accent: null })).accent).toBeNull();
    const details = (await events()).map((row) => JSON.parse(row.details ?? ''));
    expect(details[0]).toEqual({ accent: '#7048e8' });
    expect(details.at(-1)).toEqual({ accent: null });
    for (const accent of ['red', '#fff', 'url(x)']) await failsWith(set({ accent }), 'VALIDATION_FAILED');
  });

  it('leave one audit row for each change, without the image', async () => {
    const { name } = await get();
    await set({ name: 'Ember', logo: dataUrl('image/webp', webp) });
    await set({ name: 'Ember' });
    await set({});
    await set({ logo: null });
    expect((await events()).map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      { name_before: name, name: 'Ember', logo: 'changed' },
      { logo: 'removed' },
    ]);
  });

  it.each([
    ['PNG', dataUrl('image/png', png)],
    ['JPEG', dataUrl('image/jpeg', jpeg)],
    ['WebP', dataUrl('image/webp', webp)],
    ['the largest one', dataUrl('image/jpeg', jpeg, logoMaxBytes)],
  ])('accept %s', async (_name, logo) => {
    expect((await set({ logo })).logo).toBe(logo);
  });

  it.each([
    ['SVG', dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['another type than its content', dataUrl('image/png', jpeg)],
    ['HTML as an image', dataUrl('image/png', Buffer.from('<script>'))],
    ['an address', 'https://example.com/logo.png'],
    ['nothing', ''],
    ['what follows the image', `${dataUrl('image/png', png)}" onerror="x`],
    ['a larger one', dataUrl('image/png', png, logoMaxBytes + 3)],
  ])('refuse %s', async (_name, logo) => {
    const { errors } = await failsWith(set({ logo }), 'VALIDATION_FAILED');
    expect(errors?.map(({ path }) => path)).toEqual(['logo']);
    expect((await get()).logo).toBeNull();
  });
});

describe('the text of invitations', () => {
  it.each(['See https://evil.example', 'Write to a@evil.example', 'evil.example', 'a\u0007b', 'x'.repeat(501)])(
    'refuses %j',
    async (invitation_text) => {
      const { errors } = await failsWith(set({ invitation_text }), 'VALIDATION_FAILED');
      expect(new Set(errors?.map(({ path }) => path))).toEqual(new Set(['invitation_text']));
      expect((await get()).invitation_text).toBeNull();
    },
  );

  it('is the usual one without anything to say, and the log says only that it changed', async () => {
    await set({ invitation_text: 'Welcome.\nSee you soon!' });
    expect((await get()).invitation_text).toBe('Welcome.\nSee you soon!');
    await set({ invitation_text: ' ' });
    expect((await get()).invitation_text).toBeNull();
    const recorded = (await events()).map(({ details }) => JSON.parse(details ?? '{}').invitation_text);
    expect(recorded).toEqual(['changed', 'removed']);
  });
});
