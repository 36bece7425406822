import { z } from 'zod';
import { type CommandCall, commandOperation } from '../operation.ts';
import { type KeyUsage, keyUsageOf } from './key-usage.ts';

export interface ListedKey {
  key_id: string;
  status: 'next' | 'current' | 'previous' | 'retired';
  /** Under which its keys for applications are published. */
  signing_key_ids: readonly string[];
  created_at: string;
  retired_at: string | null;
  /** What it is still needed for. Null for a retired key. */
  in_use: KeyUsage | null;
}

/** The keys of this installation, without their secrets. */
export const listKeys = commandOperation({
  input: z.strictObject({}),
  async run(context, _input, { emit }: CommandCall<ListedKey>): Promise<void> {
    const { keys, db, callers } = context;
    await callers.flush();
    for (const { kid, status, signingKeyIds, createdAt, retiredAt } of keys.list()) {
      await emit({
        key_id: kid,
        status,
        signing_key_ids: signingKeyIds,
        created_at: createdAt,
        retired_at: retiredAt ?? null,
        in_use: status === 'retired' ? null : await keyUsageOf(context, db.read, kid),
      });
    }
  },
});
