import { type Holder, may } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';

/** Why the user can't remove the sample data; undefined if they can. */
export const removalDisabledReason = (holder: Holder, t: Translate): string | undefined =>
  may(holder, 'sample.remove') ? undefined : t('welcome.banner.ownersOnly');
