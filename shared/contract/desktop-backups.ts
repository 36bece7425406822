import { z } from 'zod';
import { backupPassphraseLength } from '../rules/limits.ts';
import { hashedString } from './bounded-string.ts';

const passphrase = hashedString(backupPassphraseLength.max).min(backupPassphraseLength.min);

/** What people enter in the desktop app for its backups. */
export const backupPassphrase = z.strictObject({ passphrase });

/** What is chosen for backups. What isn't given stays as it is. */
export const backupChoice = z.strictObject({
  passphrase: passphrase.optional(),
  /** False to ask for a folder; true for the one that is chosen already, if there is one. */
  keepsFolder: z.boolean(),
});

/** What came of it. `chosen`: Castellan starts again, and makes the first backup. */
export const backupChoiceResults = ['chosen', 'canceled', 'unwritable'] as const;

/** What is chosen in the app. */
export const chosenBackups = z.strictObject({
  /** Also if no backups are made there, because the passphrase couldn't be read. */
  folder: z.string().nullable(),
  /** Whether the running service makes the chosen backups, and not those of its command line, or none. */
  isInEffect: z.boolean(),
});
