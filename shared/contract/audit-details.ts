import { type AuditAction, auditActionNames, auditActions } from '../texts/audit.ts';
import { policyFields } from './organization/resources.ts';

type PolicyName = keyof typeof policyFields;

/** A name as it is listed: with `?`, not every row has it. */
type Listed<Action extends AuditAction> = Action extends 'updatePolicies'
  ? `${PolicyName | `${PolicyName}_before`}?`
  : (typeof auditActions)[Action] extends { readonly details: readonly (infer Name extends string)[] }
    ? Name
    : never;

type Unmarked<Name extends string> = Name extends `${infer Plain}?` ? Plain : Name;
type Sometimes<Name extends string> = Name extends `${infer Plain}?` ? Plain : never;
type Always<Name extends string> = Exclude<Name, `${string}?`>;

type DetailName = Unmarked<Listed<AuditAction>>;

/** The name of a detail that the console has a text for. Digests prove what was erased, and have none. */
export type AuditDetailName = Exclude<DetailName, `${string}_digest`>;

export type DetailValue = string | number | boolean | null;

/**
 * The details of an action: those that `shared/texts/audit.ts` lists for it, and of no other action. Plain values, never a
 * secret.
 */
export type AuditDetails<Action extends AuditAction> = {
  readonly [Name in Always<Listed<Action>>]: DetailValue;
} & { readonly [Name in Sometimes<Listed<Action>>]?: DetailValue } & {
  readonly [Name in Exclude<DetailName, Unmarked<Listed<Action>>>]?: never;
};

/** The details of stored rows: a row of another version may have others. */
export type StoredDetails = Readonly<Record<string, DetailValue>>;

const policyNames = Object.keys(policyFields) as PolicyName[];
const listedNames = auditActionNames.flatMap((action): readonly string[] => {
  const spec = auditActions[action];
  return 'details' in spec ? spec.details : [];
});

/** The name of every detail that the console has a text for. */
export const auditDetailNames = [
  ...new Set([
    ...listedNames.map((name) => name.replace(/\?$/, '')),
    ...policyNames.flatMap((name) => [name, `${name}_before`]),
  ]),
].filter((name): name is AuditDetailName => !name.endsWith('_digest'));
