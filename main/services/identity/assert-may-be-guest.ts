import { mayBeGuest, type Role } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';

/** DECISION 0324: only someone with the role of a member is a guest. @throws AppError VALIDATION_FAILED */
export const assertMayBeGuest = (guest: boolean, role: Role): void => {
  if (guest && !mayBeGuest(role)) {
    throw new AppError('VALIDATION_FAILED', { errors: [fieldError('guest', { reason: 'guest_role' })] });
  }
};
