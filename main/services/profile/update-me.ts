import type { contract } from '#shared/contract/index.ts';
import { listFields, personalFields } from '#shared/contract/personal-fields.ts';
import { type Preferences, preferencesSchema } from '#shared/contract/preferences.ts';
import { type Profile, profileFields, profileOf } from '#shared/contract/profile/fields.ts';
import { may } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { findUser, updateUser } from '../../storage/store/identity/users.ts';
import { changedPreferences, preferencesOf } from '../../storage/store/stored-columns.ts';
import { isVisibleWorkspace } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Seed 000 §4 #10: omitted fields stay unchanged. */
export const updateMe: Handler<typeof contract.profile.updateMe> = async (
  context,
  { preferences = {}, ...profile },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const current = await findUser(tx, user.id);
    if (!current) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
    const before = preferencesOf(current);
    const workspace = preferences.default_workspace;
    const ownOnly = !may(user, 'workspaces.read');
    // What is stored may be sent back as it was read: the workspace may be gone since.
    if (
      workspace &&
      workspace !== before.default_workspace &&
      !(await isVisibleWorkspace(tx, { tenantId: user.tenantId, userId: user.id, ownOnly }, workspace))
    ) {
      throw new AppError('VALIDATION_FAILED', {
        errors: [fieldError('preferences.default_workspace', { reason: 'workspace' }, 'unknown_workspace')],
      });
    }
    const merged: Preferences = preferencesSchema.parse({ ...before, ...preferences });
    const profileChange: Partial<Profile> = Object.fromEntries(
      profileFields.filter((name) => profile[name] !== undefined).map((name) => [name, profile[name]]),
    );
    const old = profileOf(current);
    const fields = { before: { ...before, ...old }, after: { ...merged, ...old, ...profileChange } };
    const changed = personalFields.filter((field) => fields.before[field] !== fields.after[field]);
    await updateUser(tx, current, {
      ...profileChange,
      preferences: changedPreferences(current, merged),
    });
    if (changed.length > 0) {
      await recordEvent(context, tx, {
        action: 'updateMe',
        actor: user,
        client,
        target: userTarget(user),
        details: { changed: listFields(changed) },
      });
    }
    return { success: true, user: { ...profileOf({ ...current, ...profileChange }), preferences: merged } };
  });
