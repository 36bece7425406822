import { applications } from './applications/index.ts';
import { audit } from './audit/index.ts';
import { auth } from './auth/index.ts';
import { customRoles } from './custom-roles/index.ts';
import { events } from './events/index.ts';
import { groups } from './groups/index.ts';
import type { Handlers } from './handler.ts';
import { hosting } from './hosting/index.ts';
import { installation } from './installation/index.ts';
import { mail } from './mail/index.ts';
import { organization } from './organization/index.ts';
import { profile } from './profile/index.ts';
import { security } from './security/index.ts';
import { serviceAccounts } from './service-accounts/index.ts';
import { sessions } from './sessions/index.ts';
import { settings } from './settings/index.ts';
import { team } from './team/index.ts';
import { welcome } from './welcome/index.ts';
import { workspaces } from './workspaces/index.ts';

/** Every handler under the name of its operation. */
export const handlers: Handlers = {
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
};
