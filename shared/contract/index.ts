import { applications } from './applications/index.ts';
import { audit } from './audit/index.ts';
import { auth } from './auth/index.ts';
import { customRoles } from './custom-roles/index.ts';
import { events } from './events/index.ts';
import { groups } from './groups/index.ts';
import { hosting } from './hosting/index.ts';
import { installation } from './installation/index.ts';
import { mail } from './mail/index.ts';
import type { Limited, OperationSpec } from './operation.ts';
import { organization } from './organization/index.ts';
import { profile } from './profile/index.ts';
import { security } from './security/index.ts';
import { serviceAccounts } from './service-accounts/index.ts';
import { sessions } from './sessions/index.ts';
import { settings } from './settings/index.ts';
import { team } from './team/index.ts';
import { welcome } from './welcome/index.ts';
import { workspaces } from './workspaces/index.ts';

/** Every operation, by feature. Transports, docs, the permission matrix and the fuzz tests iterate over it. */
export const contract = {
  auth,
  profile,
  team,
  groups,
  customRoles,
  applications,
  organization,
  security,
  serviceAccounts,
  sessions,
  workspaces,
  mail,
  audit,
  events,
  hosting,
  settings,
  installation,
  welcome,
} as const satisfies Record<string, Record<string, OperationSpec & Limited>>;

export type Contract = typeof contract;
export type Feature = keyof Contract;

/** Every operation with its feature, in the order of the table of contents. */
export const operations: readonly { feature: Feature; name: string; operation: OperationSpec & Limited }[] = (
  Object.keys(contract) as Feature[]
).flatMap((feature) =>
  Object.entries(contract[feature]).map(([name, operation]) => ({
    feature,
    name,
    operation: operation as OperationSpec & Limited,
  })),
);
