import { z } from 'zod';
import { backupPassphraseLength } from '../rules/limits.ts';
import { hashedString } from './bounded-string.ts';

/** What people enter in the desktop app before they choose a folder for its backups. */
export const backupChoice = z.strictObject({
  passphrase: hashedString(backupPassphraseLength.max).min(backupPassphraseLength.min),
});

/** What came of it. `chosen`: Castellan starts again, and makes the first backup. */
export const backupChoiceResults = ['chosen', 'canceled', 'unwritable'] as const;
