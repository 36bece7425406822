import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { destinationKinds, type event } from '#shared/contract/events/resources.ts';
import { messageFor } from './message.ts';

const about = (data: Partial<z.output<typeof event>['data']>): z.output<typeof event> => ({
  id: 'evt_1',
  type: 'member.joined',
  timestamp: '2026-11-27T12:00:00.000Z',
  data: {
    position: 1,
    tenant_id: 'tnt_1',
    action: 'acceptInvitation',
    actor_id: 'user_1',
    actor_name: 'Ada',
    target_kind: 'user',
    target_id: 'user_1',
    target_label: 'ada@example.com',
    details: {},
    ...data,
  },
});

const messageOf = (kind: (typeof destinationKinds)[number], data: Partial<z.output<typeof event>['data']> = {}) => {
  const now = Date.UTC(2026, 10, 27);
  return messageFor(kind, { event: about(data), secrets: ['whsec_MTIzNDU2Nzg='], now, organization: 'Example' });
};

/** What each chat shows. The formats are those that its makers publish. */
const textOf = {
  slack: (body: string) => JSON.parse(body).text,
  mattermost: (body: string) => JSON.parse(body).text,
  discord: (body: string) => JSON.parse(body).content,
  teams: (body: string) => JSON.parse(body).attachments[0].content.body[0].text,
  ntfy: (body: string) => body,
} as const;

describe.each(Object.entries(textOf))('a message for %s', (kind, read) => {
  const text = (data?: Partial<z.output<typeof event>['data']>): string =>
    read(messageOf(kind as keyof typeof textOf, data).body);

  it('says who did what', () => {
    expect(text().replaceAll(/[\\\u200b]/g, '')).toBe('Example: Ada – Joined the organization – ada@example.com');
  });

  it('lets no name become a link, a mention or markup', () => {
    const name =
      'https://evil.example <!channel> <@U1> @everyone **now** [click](https://evil.example) www.evil.example';
    const shown = text({ actor_name: name, target_kind: 'workspace', target_label: name });
    expect(shown).not.toMatch(/:\/\/|www\./);
    // Plain text has neither.
    if (kind !== 'ntfy') expect(shown).not.toMatch(/<[!@]|(^|[^\u200b])@everyone/);
    if (kind !== 'ntfy' && kind !== 'slack') expect(shown).not.toMatch(/(^|[^\\])\*\*|(^|[^\\])\]\(/);
  });
});

it('tells Discord to mention no one', () => {
  expect(JSON.parse(messageOf('discord').body).allowed_mentions).toEqual({ parse: [] });
});

it('signs webhooks alone', () => {
  const signed = destinationKinds.filter((kind) => 'webhook-signature' in messageOf(kind).headers);
  expect(signed).toEqual(['webhook']);
});
