import { z } from 'zod';
import type { PublishedKeyRow } from '../storage/store/published-keys.ts';
import { entrySchema, type KeyEntry } from './keys.ts';
import type { SecretBox } from './secret-box.ts';

const retirementSchema = z.strictObject({
  retire: z.string().min(1),
  /** RFC 3339. */
  retired_at: z.iso.datetime(),
});

/** What one instance tells the others about keys: a new one with its secret, or that a previous one is retired. */
export type KeyNotice = KeyEntry | z.output<typeof retirementSchema>;

const noticeSchema = z.union([entrySchema, retirementSchema]);

type PublishedKey = Pick<PublishedKeyRow, 'key_id' | 'sealed_key'>;

/** Seals a notice about a key with the current key, so that only whoever knows that key can send one. */
export const sealNotice = (box: SecretBox, keyId: string, notice: KeyNotice): PublishedKey => ({
  key_id: keyId,
  sealed_key: box.seal('published_keys.sealed_key', { key_id: keyId }, JSON.stringify(notice)),
});

/** @throws Error if it was changed, if its key is gone, or if it isn't a notice */
export const openNotice = (box: SecretBox, published: PublishedKey): KeyNotice =>
  noticeSchema.parse(JSON.parse(box.open('published_keys.sealed_key', published)));

/** What an instance confirms once it signs and seals with a key. */
export const signingWith = (kid: string): string => `signs with ${kid}`;

/** What an instance confirms once it accepts nothing of a key. */
export const retiredNotice = (kid: string): string => `retired ${kid}`;
