import { may } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { Translate } from '../../languages/translate.ts';

/** Why the user can't remove the sample data; undefined if they can. */
export const removalDisabledReason = (role: Role, t: Translate): string | undefined =>
  may(role, 'sample.remove') ? undefined : t('welcome.banner.ownersOnly');
