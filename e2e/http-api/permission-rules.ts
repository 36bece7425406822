import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import { type Answer, withoutRequestId } from '#e2e/support/transports.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { isRefused, mayInWorkspace, roleAlone, type WorkspacePermission } from '#shared/rules/permissions.ts';
import type { Role, WorkspaceRole } from '#shared/rules/roles.ts';
import { codeOf, type ErrorKey, errors } from '#shared/texts/errors.ts';
import type { CallerKind, Row } from './permission-row.ts';

/** `own`, or one field that names something of another tenant or something that does not exist. */
export interface Variant {
  kind: 'own' | 'foreign' | 'missing';
  field?: string;
}
export type Expected = ErrorKey | 'success';

const tenantRoles: Record<Exclude<CallerKind, 'anonymous' | 'removed' | 'pending'>, Role> = {
  member: 'member',
  workspaceAdmin: 'member',
  outsider: 'member',
  admin: 'admin',
  owner: 'owner',
  stranger: 'owner',
};
const rolesInWorkspace: Partial<Record<CallerKind, WorkspaceRole>> = { member: 'Viewer', workspaceAdmin: 'Admin' };

export const variantsOf = ({ ids = {} }: Row): Variant[] => [
  { kind: 'own' },
  ...Object.entries(ids).flatMap(([field, { foreign }]): Variant[] => [
    ...(foreign ? [{ kind: 'foreign', field } as const] : []),
    { kind: 'missing', field },
  ]),
];

/** The rules in order: authenticate, hide other tenants, check the role, then check the data of the operation. */
export const expectedOf = (
  operation: OperationSpec,
  row: Row,
  callerKind: CallerKind,
  { field }: Variant,
): Expected => {
  const unknown = field === undefined ? undefined : row.ids?.[field]?.answer;
  if (operation.auth === 'none') return unknown ?? row.refuses?.[callerKind] ?? 'success';
  if (callerKind === 'anonymous') return 'UNAUTHENTICATED';
  if (operation.auth === 'signed') return 'success';
  if (callerKind === 'removed' || callerKind === 'pending') return 'SESSION_ENDED';
  const role = tenantRoles[callerKind];
  const { allow } = operation;
  if (!allow) throw new Error(`${operation.id} takes a token but names no permission`);
  if ('tenant_id' in operation.input.shape && (callerKind === 'stranger' || field === 'tenant_id')) return 'NOT_FOUND';
  if (isRefused(roleAlone(role), allow)) return 'FORBIDDEN';
  // Seed data makes the owner an operator, and no one else: no other owner, and no owner of another tenant.
  if (operation.operator && callerKind !== 'owner') return 'FORBIDDEN';
  if (row.ids?.slug) {
    const permission = (allow === 'workspaces.manage' ? 'workspaces.settings' : allow) as WorkspacePermission;
    const workspaceRole = rolesInWorkspace[callerKind];
    if (field === 'slug' || !mayInWorkspace(roleAlone(role), workspaceRole, 'workspaces.read')) return 'NOT_FOUND';
    if (!mayInWorkspace(roleAlone(role), workspaceRole, permission)) return 'FORBIDDEN';
  }
  return unknown ?? row.refuses?.[callerKind] ?? 'success';
};

export const inputOf = (row: Row, seed: SeedData, caller: Actor, { kind, field }: Variant): Record<string, unknown> => {
  const input = row.input(seed, caller);
  const id = field === undefined ? undefined : row.ids?.[field];
  if (!id || field === undefined) return input;
  return { ...input, [field]: kind === 'foreign' ? id.foreign?.(seed) : id.missing };
};

export const actorOf = ({ own, stranger }: SeedData, callerKind: CallerKind): Actor =>
  callerKind === 'anonymous' ? own.target : callerKind === 'stranger' ? stranger : own[callerKind];

/** How an answer differs from the rules, or undefined. */
export const mismatch = (
  operation: OperationSpec,
  { status, problem, body }: Answer,
  expected: Expected,
): string | undefined => {
  const seen = problem ? `${problem.status} ${problem.code}` : String(status);
  if (expected === 'success') {
    if (status !== operation.http.status || problem) return `expected ${operation.http.status}, saw ${seen}`;
    const parsed = operation.output.safeParse(body);
    return parsed.success ? undefined : `the answer does not fit the contract: ${parsed.error.message}`;
  }
  const wanted = `${errors[expected].status} ${codeOf(expected)}`;
  return seen === wanted ? undefined : `expected ${wanted}, saw ${seen}`;
};

/** Everything by which a caller could tell two answers apart. */
export const observable = (answer: Answer): string => {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([answer.status, headers, withoutRequestId(answer)]);
};
