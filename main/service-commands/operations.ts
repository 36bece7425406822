import type { z } from 'zod';
import { auditHeads, exportAudit } from './audit/export-audit.ts';
import { verifyAudit } from './audit/verify-audit.ts';
import { listKeys } from './keys/list-keys.ts';
import { retireKey } from './keys/retire-key.ts';
import { rotateKeys } from './keys/rotate-keys.ts';
import { holdMail, resumeMail } from './mail/hold-mail.ts';
import { retryMail } from './mail/retry-mail.ts';
import type { CommandOperation } from './operation.ts';
import { addOperator, removeOperator } from './operators/change-operators.ts';
import { listOperators } from './operators/list-operators.ts';
import { createOwner } from './organizations/create-owner.ts';
import { deleteOrganization, restoreOrganization } from './organizations/delete-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { transferOrganization } from './organizations/transfer-organization.ts';
import { runDoctor } from './run-doctor.ts';
import { runPurge } from './run-purge.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { showConfig } from './show-config.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { disableUser, enableUser } from './users/disable-user.ts';
import { importUsers } from './users/import-users.ts';
import { listUsers } from './users/list-users.ts';
import { resetPassword } from './users/reset-password.ts';
import { resetSecondFactor } from './users/reset-second-factor.ts';
import { setUserEmail } from './users/set-email.ts';
import { setUserRole } from './users/set-role.ts';
import { showUser } from './users/show-user.ts';
import { userData } from './users/user-data.ts';
import { verifyUser } from './users/verify-user.ts';

/** Every operation that a command can ask for. */
export const operations = {
  'user list': listUsers,
  'user show': showUser,
  'user create': createUser,
  'user reset-password': resetPassword,
  'user reset-second-factor': resetSecondFactor,
  'user verify': verifyUser,
  'user set-role': setUserRole,
  'user set-email': setUserEmail,
  'user data': userData,
  'user disable': disableUser,
  'user enable': enableUser,
  'user delete': deleteUser,
  'user import': importUsers,
  'organization list': listOrganizations,
  'organization transfer': transferOrganization,
  'organization delete': deleteOrganization,
  'organization restore': restoreOrganization,
  'owner create': createOwner,
  'operator list': listOperators,
  'operator add': addOperator,
  'operator remove': removeOperator,
  'session list': listSessions,
  'session end': endSessions,
  'keys list': listKeys,
  'keys rotate': rotateKeys,
  'keys retire': retireKey,
  'audit verify': verifyAudit,
  'audit export': exportAudit,
  'audit head': auditHeads,
  'mail hold': holdMail,
  'mail resume': resumeMail,
  'mail retry': retryMail,
  purge: runPurge,
  'config show': showConfig,
  doctor: runDoctor,
} as const;

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = z.input<Operations[Name]['input']>;
type Parts<Name extends OperationName> =
  Operations[Name] extends CommandOperation<z.ZodType, infer Row, infer Result> ? { row: Row; result: Result } : never;
export type RowOf<Name extends OperationName> = Parts<Name>['row'];
export type ResultOf<Name extends OperationName> = Parts<Name>['result'];
