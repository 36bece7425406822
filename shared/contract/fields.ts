import { z } from 'zod';
import { bulkLimits, pagination, passwordLimits, textLimits } from '../rules/limits.ts';
import { roles, workspaceRoles } from '../rules/roles.ts';
import { composed } from '../text-input/composed.ts';
import { normalizeEmail } from '../text-input/email-address.ts';
import { isReservedSlug } from '../text-input/reserved-slugs.ts';
import { arePlainLines, isPlainLine, isVisible } from '../text-input/shown-text.ts';
import { reasonMessage } from '../texts/field-reasons.ts';
import { boundedString, hashedString } from './bounded-string.ts';
import { preferencesSchema } from './preferences.ts';

/** Fields that several operations share. */
export const id = boundedString(64).min(1);
export const email = boundedString(textLimits.email)
  .trim()
  .check(({ value, issues }) => {
    if (normalizeEmail(value) !== undefined) return;
    issues.push({ code: 'invalid_format', format: 'email', input: value, message: reasonMessage('email') });
  })
  .overwrite((text) => normalizeEmail(text) ?? text)
  .meta({ format: 'idn-email' });
/** A text that others see on one line. Stored in one form, however its letters were composed. */
export const line = (max: number): z.ZodString =>
  boundedString(max).overwrite(composed).trim().refine(isPlainLine, reasonMessage('control_characters'));
export const name = line(textLimits.name)
  .min(1, { error: reasonMessage('required'), abort: true })
  .refine(isVisible, reasonMessage('invisible'));
/** What something is for, in a few sentences. */
export const description = boundedString(textLimits.description)
  .overwrite(composed)
  .trim()
  .refine(arePlainLines, reasonMessage('control_characters'));
const tooShort = reasonMessage('too_short', { min: passwordLimits.minLength });
/** Counts characters, not UTF-16 units: an emoji takes two of those. So does a letter whose accent was typed apart. */
export const newPassword = hashedString(passwordLimits.maxLength)
  .min(passwordLimits.minLength, { error: tooShort, abort: true })
  .refine((text) => [...composed(text)].length >= passwordLimits.minLength, tooShort);
/** A password to check, not a new one: any text. */
export const password = hashedString(passwordLimits.maxLength).min(1, reasonMessage('required'));
export const token = boundedString(textLimits.token).min(1, reasonMessage('required'));
/** A six-digit authenticator code or a recovery code, as people type it: see `readCode`. */
export const secondFactorCode = boundedString(textLimits.code)
  .min(1, reasonMessage('required'))
  .meta({ description: 'Six digits of the authenticator, or a recovery code' });
export const role = z.enum(roles);
export const workspaceRole = z.enum(workspaceRoles);
/** ISO 8601 in UTC with milliseconds. */
export const timestamp = boundedString(40).check(z.iso.datetime({ precision: 3 }));
/** An instant that callers send: ISO 8601 with any offset, in any precision. */
export const instant = boundedString(40).check(z.iso.datetime({ offset: true }));
export const slug = boundedString(64)
  .min(1)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, reasonMessage('slug'));
/** One that a workspace gets, not one to look up. */
export const newSlug = slug.refine((text) => !isReservedSlug(text), reasonMessage('slug_reserved'));

/** Whether email leaves this server. If not, people hand links over. */
export const sendsEmail = z.boolean().meta({
  description: 'Whether email is sent. If not, it stays in the outbox, and links have to be handed over',
});

/** What a new account starts with: the language, time zone and formats of the screen on which it is created. */
export const initialPreferences = z
  .strictObject({
    language: preferencesSchema.shape.language.optional(),
    timezone: boundedString(64).optional().meta({ description: 'Ignored if the time zone is unknown' }),
    date_format: preferencesSchema.shape.date_format.optional(),
    time_format: preferencesSchema.shape.time_format.optional(),
  })
  .optional()
  .meta({ description: 'Preferences of the new account, and the language of its first email' });

/** Which part of a list is asked for. */
export const slice = {
  limit: z.int().min(1).max(pagination.maxLimit).default(pagination.defaultLimit),
  offset: z.int().min(0).max(10_000_000).default(0).meta({
    description:
      'Rows to skip. While rows come and go, follow the `Link` header instead: then none is lost or repeated',
  }),
  cursor: boundedString(textLimits.cursor)
    .min(1)
    .optional()
    .meta({ description: 'Where the previous page ended, from the address in its `Link` header' }),
};
/** Query fields of lists that can be searched. */
export const page = {
  q: boundedString(textLimits.query).trim().optional().meta({ description: 'Text to search for' }),
  ...slice,
};
/** Targets of a bulk operation. Duplicates count once. */
export const userIds = z.array(id).min(1).max(bulkLimits.items);
export const total = z.int().min(0);

/** Values of the placeholders of a reason's text, see shared/texts/reasons.ts. */
export const wireParams = z.record(z.string(), z.union([z.string(), z.number()]));

export const success = z.literal(true);
export const message = z.string();
/** Lifetime of an access token in seconds. */
export const expiresIn = z.int();

/** Response of operations that only report success. */
export const done = z.strictObject({ success, message }).meta({ id: 'Done' });
export const nothing = z.strictObject({});

/** The groups by which someone may enter a workspace, with the role that each gives. */
export const throughGroups = z
  .array(z.strictObject({ group_id: id, name: z.string(), role: workspaceRole }))
  .meta({ description: 'The groups that give a role there, by name' });

/** A person of the tenant, as records of who did something name them. */
export const person = z.strictObject({ user_id: id, name: z.string() });
