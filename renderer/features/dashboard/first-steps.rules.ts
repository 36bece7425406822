import { may, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { paths } from '../../paths.ts';

const steps = [
  {
    label: 'Set your time zone and formats',
    link: paths.preferences,
    why: 'every date is written your way',
    allow: 'self',
  },
  {
    label: 'Create a workspace',
    link: paths.newWorkspace,
    why: 'one per client, for example',
    allow: 'workspaces.manage',
  },
  {
    label: 'Invite your team',
    link: paths.team,
    why: 'with a role and the workspaces they need',
    allow: 'team.manage',
  },
  { label: 'Look at your sessions', link: paths.sessions, why: 'end those that you do not know', allow: 'self' },
] as const satisfies readonly { label: string; link: { to: string }; why: string; allow: Permission }[];

/** What is worth doing first, as far as a role can do it. */
export const firstSteps = (role: Role) => steps.filter(({ allow }) => may(role, allow));
