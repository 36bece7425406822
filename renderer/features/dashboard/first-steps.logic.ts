import { may, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';

const steps = [
  { step: 'preferences', link: paths.preferences, allow: 'self' },
  { step: 'workspace', link: paths.newWorkspace, allow: 'workspaces.manage' },
  { step: 'team', link: paths.team, allow: 'team.manage' },
  { step: 'sessions', link: paths.sessions, allow: 'self' },
] as const satisfies readonly { step: string; link: { to: string }; allow: Permission }[];

/** The recommended first steps that a role can take. */
export const firstSteps = (role: Role, t: Translate) =>
  steps
    .filter(({ allow }) => may(role, allow))
    .map(({ step, link }) => ({
      link,
      label: t(`dashboard.firstSteps.${step}.label`),
      why: t(`dashboard.firstSteps.${step}.why`),
    }));
