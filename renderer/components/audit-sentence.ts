import { auditDetailNames, type StoredDetails } from '#shared/contract/audit-details.ts';
import { listedFields, personalFields } from '#shared/contract/personal-fields.ts';
import { roles, workspaceRoles } from '#shared/rules/roles.ts';
import { serviceKeyKinds } from '#shared/rules/service-key-kinds.ts';
import { capitalized } from '#shared/text-input/text-case.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { Translate } from '../languages/translate.ts';
import { type SentenceForm, templateOr, translateOr } from '../languages/translate-or.ts';
import { actionLabel } from './audit-labels.ts';
import { deviceLabel } from './device.logic.ts';

/** Details that hold a role. */
const namesOfRoles: ReadonlySet<string> = new Set(['role', 'workspace_role', 'from', 'to']);

const plain = (text: string): string => text.replaceAll('_', ' ');

/** What a detail is. A service of another version may record others. */
const detailName = (name: string, t: Translate): string => {
  const known = auditDetailNames.find((each) => each === name);
  return known ? t(`audit.names.${known}`) : plain(name);
};

/** Fields, as the log lists them: of a profile, or of something else. */
const namesOf = (list: string, t: Translate): string =>
  listedFields(list)
    .map((listed) => {
      const field = personalFields.find((known) => known === listed);
      return field ? t(`audit.profileFields.${field}`) : detailName(listed, t);
    })
    .join(', ');

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Localizes devices, fields, roles and kinds of email; leaves names and addresses as they are. */
const wordOf = (name: string, value: StoredDetails[string], t: Translate): string => {
  if (typeof value === 'boolean') return t(value ? 'audit.details.yes' : 'audit.details.no');
  if (value === null) return t(name === 'workspaces' ? 'audit.details.all' : 'audit.details.none');
  const text = plain(String(value));
  if (name === 'device') return deviceLabel(String(value), t);
  if (name === 'changed') return namesOf(String(value), t);
  if (name === 'kind')
    return ['mail.kinds', 'applications.kinds', 'serviceAccounts.keys.kinds'].reduceRight(
      (fallback, kinds) => translateOr(t, `${kinds}.${value}`, fallback),
      text,
    );
  if (name === 'access') return translateOr(t, `applications.accesses.${value}`, text);
  const role = roles.find((known) => known === value);
  const workspaceRole = workspaceRoles.find((known) => known === value);
  if (instantPattern.test(String(value))) return String(value).slice(0, 10);
  if (!namesOfRoles.has(name)) return text;
  if (role) return t(`roles.tenant.${role}`);
  if (workspaceRole) return t(`roles.workspace.${workspaceRole}`);
  return translateOr(t, `hosting.states.${value}`, translateOr(t, `hosting.cycles.${value}`, text));
};

/** The name and the value of each detail of a row, for its full view. */
export const detailFacts = (details: StoredDetails, t: Translate): { name: string; value: string }[] =>
  Object.entries(details)
    .filter(([name]) => !name.endsWith('_digest'))
    .map(([name, value]) => ({
      name: capitalized(detailName(name, t)),
      value: wordOf(name, value, t),
    }));

/** What changed: each detail with its value, and with the one before where that is known. */
const changesIn = (details: StoredDetails, t: Translate): string =>
  Object.entries(details)
    .filter(([name]) => !/_(?:before|id|digest)$/.test(name))
    .map(([name, value]) => {
      const before = details[`${name}_before`];
      const to = wordOf(name, value, t);
      const change = before === undefined ? to : t('audit.details.change', { from: wordOf(name, before, t), to });
      return t('audit.details.row', { name: detailName(name, t), value: change });
    })
    .join(', ');

/** Which form of a sentence is meant: by its first detail that says whether something is so or its kind, and its first number. */
const formOf = (details: StoredDetails): SentenceForm => {
  const values = Object.values(details);
  const isSo = values.find((value) => typeof value === 'boolean');
  const count = values.find((value) => typeof value === 'number');
  const kind = serviceKeyKinds.find((known) => known === details.kind);
  return {
    ...(kind !== undefined && { context: kind }),
    ...(isSo !== undefined && { context: isSo ? 'yes' : 'no' }),
    ...(count !== undefined && { count }),
  };
};

/**
 * What a row says in one sentence. Actions that their name tells all about have none, and neither have rows of another version
 * that lack what it mentions: those say the action's name.
 */
export const eventSentence = (
  { action, details }: { action: AuditAction; details: StoredDetails },
  t: Translate,
): string => {
  const label = actionLabel(action, t);
  const key = `audit.sentences.${action}`;
  const words: Record<string, string> = { changes: changesIn(details, t) };
  for (const [name, value] of Object.entries(details)) words[name] = wordOf(name, value, t);
  const form = formOf(details);
  const template = templateOr(t, key, label, form);
  const isComplete = [...template.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => words[name ?? '']);
  return isComplete ? translateOr(t, key, label, { ...words, ...form }) : label;
};
