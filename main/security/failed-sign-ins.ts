import { day } from '#shared/rules/limits.ts';
import { addressGroup } from '../platform/address-group.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../storage/database/database.ts';
import type { SignInStep } from '../storage/database/identity-schema.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import {
  addFailedSignIns,
  type FailedSignIns as Counted,
  listCountedAddresses,
} from '../storage/store/identity/failed-sign-ins.ts';

/**
 * Counts failed sign-ins of existing accounts, in memory first: an answer to a wrong password takes no longer than one to
 * an unknown address, and a flood of attempts writes no more than a few rows (DECISION 0220).
 */
export interface FailedSignIns {
  /** Counts a failure. @param address of the client */
  record(account: { readonly id: string; readonly tenant_id: string }, step: SignInStep, address: string): void;
  /** Writes what is not stored yet, of all organizations or of one. */
  flush(tenantId?: string): Promise<void>;
}

/** Addresses of an account and day that are counted on their own. */
export const countedAddresses = 8;
/** Counts kept in memory until the next flush. */
const maxPending = 10_000;
/** Counts per transaction: few enough that other writes wait less than 50 ms. */
const pieceSize = 100;

const others = '';

const write = async (tx: WriteTransaction, counted: Counted): Promise<void> => {
  const known = await listCountedAddresses(tx, counted);
  const isCounted = known.includes(counted.address) || known.length < countedAddresses;
  await addFailedSignIns(tx, isCounted ? counted : { ...counted, address: others });
};

export const createFailedSignIns = (db: Database, clock: Clock): FailedSignIns => {
  /** By organization. */
  const pending = new Map<string, Map<string, Counted>>();
  let size = 0;
  const flushing = new Map<string, Promise<void>>();

  const keyOf = ({ userId, day: date, step, address }: Counted): string => `${userId} ${date} ${step} ${address}`;

  const add = (tenant: string, counted: Counted): void => {
    const counts = pending.get(tenant) ?? new Map<string, Counted>();
    const known = counts.get(keyOf(counted));
    if (!known && size >= maxPending && counted.address !== others) {
      add(tenant, { ...counted, address: others });
      return;
    }
    if (!known) size += 1;
    counts.set(keyOf(counted), {
      ...counted,
      failures: counted.failures + (known?.failures ?? 0),
      lastAt: Math.max(counted.lastAt, known?.lastAt ?? 0),
    });
    pending.set(tenant, counts);
  };

  const writePending = async (tenant: string): Promise<void> => {
    const counts = [...(pending.get(tenant)?.values() ?? [])];
    pending.delete(tenant);
    size -= counts.length;
    while (counts.length > 0) {
      const piece = counts.slice(0, pieceSize);
      try {
        await db.transaction({ tenant }, async (tx) => {
          for (const counted of piece) await write(tx, counted);
        });
      } catch (error) {
        // Whatever was not written waits for the next flush.
        for (const counted of counts) add(tenant, counted);
        throw error;
      }
      counts.splice(0, piece.length);
    }
  };

  /** One after the other for each organization, and none waits for another one's. */
  const flushTenant = (tenant: string): Promise<void> => {
    const before = flushing.get(tenant) ?? Promise.resolve();
    // Whoever asked for the flush before has its error.
    const flushed = before.catch(() => {}).then(() => writePending(tenant));
    flushing.set(tenant, flushed);
    const forget = (): void => {
      if (flushing.get(tenant) === flushed) flushing.delete(tenant);
    };
    flushed.then(forget, forget);
    return flushed;
  };

  return {
    record({ id, tenant_id }, step, address) {
      const now = clock.now();
      add(tenant_id, {
        userId: id,
        day: Math.floor(now / day),
        step,
        address: addressGroup(address),
        failures: 1,
        lastAt: now,
      });
    },
    async flush(tenantId) {
      if (tenantId !== undefined) return flushTenant(tenantId);
      const errors: unknown[] = [];
      // What one organization is waiting for keeps none of the others from being written.
      for (const tenant of new Set([...pending.keys(), ...flushing.keys()])) {
        await flushTenant(tenant).catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
};
