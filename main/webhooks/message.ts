import type { z } from 'zod';
import type { DestinationKind, event } from '#shared/contract/events/resources.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import { type AuditTargetKind, auditActions, erasedName, isServiceAccount } from '#shared/texts/audit.ts';
import { signedHeaders } from './signature.ts';

export type Event = z.output<typeof event>;

/** What is posted to a destination. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What it takes to write one. */
export interface Draft {
  readonly event: Event;
  /** Both secrets, while they are rolled. */
  readonly secrets: readonly string[];
  /** When it is sent, in milliseconds since the epoch. */
  readonly now: number;
  /** The name of the organization. */
  readonly organization: string;
}

/** What is labelled by its email address. */
const labelledByAddress: ReadonlySet<AuditTargetKind> = new Set(['user', 'invitation', 'mail']);

/** The event in one sentence. What people typed can't become a link or leave its line. */
const sentenceOf = ({ event: { data }, organization }: Draft): string => {
  const { action, actor_id, actor_name, target_kind, target_label } = data;
  const { text } = auditActions[action];
  const target =
    target_label === null || labelledByAddress.has(target_kind) ? target_label : withoutLinks(target_label);
  const name = withoutLinks(actor_name ?? erasedName);
  const actor = isServiceAccount(actor_id) ? `Service account ${name}` : name;
  return [`${withoutLinks(organization)}: ${actor}`, text, ...(target ? [target] : [])].join(' – ');
};

const json = (value: unknown): Message => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Slack reads `<…>` as links and mentions, and these three characters only escaped. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Markdown has no meaning in what people typed, and `@` calls no one. */
const forMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()<>#+|~!-]/g, String.raw`\$&`).replaceAll('@', '@\u200b');

/** How each kind of destination is told of an event. */
const kinds: Readonly<Record<DestinationKind, (draft: Draft) => Message>> = {
  webhook: ({ event, secrets, now }) => {
    const { id, type, timestamp, data } = event;
    const { headers, body } = json({ type, timestamp, data });
    return { headers: { ...headers, ...signedHeaders(id, now, body, secrets) }, body };
  },
  slack: (draft) => json({ text: forSlack(sentenceOf(draft)) }),
  mattermost: (draft) => json({ text: forMarkdown(sentenceOf(draft)) }),
  // 2,000 characters at most.
  discord: (draft) =>
    json({ content: forMarkdown(sentenceOf(draft)).slice(0, 2_000), allowed_mentions: { parse: [] } }),
  teams: (draft) =>
    json({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: forMarkdown(sentenceOf(draft)), wrap: true }],
          },
        },
      ],
    }),
  ntfy: (draft) => ({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: sentenceOf(draft) }),
};

/** Whether what is sent to a kind of destination is signed. */
export const isSigned = (kind: DestinationKind): boolean => kind === 'webhook';

/** Writes what is posted to a destination. */
export const messageFor = (kind: DestinationKind, draft: Draft): Message => kinds[kind](draft);
