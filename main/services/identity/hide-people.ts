import { mailKindNames } from '#shared/contract/mail/resources.ts';
import type { Caller } from '../../security/caller.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a guest is shown of fields that tell of others without naming them as a person. */
const shown: Readonly<Record<string, (value: unknown, callerId: string, of: Fields) => unknown>> = {
  owner_id: (value, callerId) => (value === callerId ? value : 'hidden'),
  // Themselves.
  member_count: () => 1,
  // They may have invited people before they became a guest.
  invitations_sent: () => [],
  // It may name who did something. The text of the email is theirs anyway, its subject is in lists.
  subject: (_, __, { kind }) => mailKindNames[kind as keyof typeof mailKindNames] ?? null,
};

const isOther = (value: Fields, callerId: string): boolean =>
  typeof value.user_id === 'string' && value.user_id !== callerId;

const hidden = (value: unknown, callerId: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => hidden(item, callerId));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if (isOther(fields, callerId)) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const show = Object.hasOwn(shown, name) ? shown[name] : undefined;
      return [name, show ? show(field, callerId, fields) : hidden(field, callerId)];
    }),
  );
};

/**
 * DECISION 0324: an answer without other people, if a guest asks. Every answer to a guest passes here, so that people are hidden where
 * the contract has a person, whoever presents them.
 */
export const hidePeople = <Answer>({ principal }: Pick<Caller, 'principal'>, answer: Answer): Answer =>
  principal.guest ? (hidden(answer, principal.id) as Answer) : answer;
