import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { detailsShape } from '../storage/store/stored-shapes.ts';
import { type ChainedRow, createAuditChain, createErasure, noPreviousHash } from './audit-chain.ts';
import { createKeyRing } from './keys.ts';

const chain = createAuditChain(createKeyRing([{ kid: 'one', secret: randomBytes(32) }]));
const row = chain.link(
  {
    tenant_id: 'tnt_one',
    sequence: 7,
    at: 1_000,
    actor_id: 'user_actor',
    action: 'changeRole',
    target_kind: 'user',
    target_id: 'user_target',
    actor_name: 'Actor',
    ip_address: '203.0.113.1',
    device: 'Firefox on Linux',
    request_id: 'req_one',
    target_label: 'Target',
    details: detailsShape.write({ to: 'admin' }),
  },
  noPreviousHash,
);

/** What still holds of a row after a change. */
const holding = (change: Partial<ChainedRow>) => {
  const changed = { ...row, ...change };
  return {
    actor: chain.actorHolds(changed),
    origin: chain.originHolds(changed),
    target: chain.targetHolds(changed),
    link: chain.linkHolds(changed, noPreviousHash),
  };
};
const all = { actor: true, origin: true, target: true, link: true };

describe('a row of the audit chain', () => {
  it('holds as it was linked', () => {
    expect(holding({})).toEqual(all);
  });

  it.each<[keyof ChainedRow, Partial<ChainedRow>, Partial<typeof all>]>([
    ['actor_name', { actor_name: 'Other' }, { actor: false }],
    ['ip_address', { ip_address: '203.0.113.2' }, { actor: false }],
    ['device', { device: 'Chrome on macOS' }, { origin: false }],
    ['request_id', { request_id: null }, { origin: false }],
    ['origin_digest', { origin_digest: null }, { origin: false }],
    ['hash', { hash: 'x' }, { origin: false, link: false }],
    ['target_label', { target_label: 'Other' }, { target: false }],
    ['details', { details: detailsShape.write({ to: 'owner' }) }, { target: false }],
    ['tenant_id', { tenant_id: 'tnt_two' }, { actor: false, target: false, link: false }],
    ['sequence', { sequence: 8 }, { actor: false, target: false, link: false }],
    ['at', { at: 1_001 }, { link: false }],
    ['actor_id', { actor_id: 'user_other' }, { link: false }],
    ['action', { action: 'login' }, { link: false }],
    ['target_kind', { target_kind: 'tenant' }, { link: false }],
    ['target_id', { target_id: 'user_other' }, { link: false }],
    ['previous_hash', { previous_hash: 'x' }, { link: false }],
  ])('does not hold with another %s', (_, change, broken) => {
    expect(holding(change)).toEqual({ ...all, ...broken });
  });

  it('may lose its origin as a whole, but gets no other', () => {
    expect(holding({ device: null, request_id: null, origin_digest: null })).toEqual(all);
    const old = chain.link({ ...row, device: null, request_id: null }, noPreviousHash);
    expect(old.origin_digest).toBeNull();
    expect(chain.originHolds({ ...old, device: 'Firefox on Linux' })).toBe(false);
    const later = chain.link({ ...row, sequence: 8 }, row.hash);
    expect(holding({ origin_digest: later.origin_digest }).origin).toBe(false);
  });

  it('does not hold with the digests of another row', () => {
    const other = chain.link({ ...row, actor_name: 'Other', target_label: 'Other' }, noPreviousHash);
    expect(holding({ actor_name: 'Other', actor_digest: other.actor_digest }).link).toBe(false);
    expect(holding({ target_label: 'Other', target_digest: other.target_digest }).link).toBe(false);
  });

  it('does not hold after a row other than the one before', () => {
    expect(chain.linkHolds(row, row.hash)).toBe(false);
  });

  it('does not hold with a key that is unknown', () => {
    const elsewhere = createAuditChain(createKeyRing([{ kid: 'two', secret: randomBytes(32) }]));
    expect(elsewhere.actorHolds(row)).toBe(false);
  });
});

describe('a sealed head', () => {
  const head = chain.sealHead(row);

  it('holds as it was sealed, and not with any other value', () => {
    expect(chain.headHolds(head)).toBe(true);
    for (const change of [{ tenant_id: 'tnt_two' }, { sequence: 6 }, { hash: 'x' }, { seal: 'one.x' }])
      expect(chain.headHolds({ ...head, ...change })).toBe(false);
  });
});

it('tells erasures of different parts and rows apart, also of the same number', () => {
  const digestOf = (...parts: [number, 'actor' | 'target'][]) => {
    const erasure = createErasure();
    for (const [sequence, part] of parts) erasure.add(sequence, part);
    return erasure.state();
  };
  expect(digestOf([1, 'actor'], [2, 'target']).erased).toBe(2);
  const digests = [digestOf([1, 'actor']), digestOf([1, 'target']), digestOf([2, 'actor'])];
  expect(new Set(digests.map(({ erased_digest }) => erased_digest)).size).toBe(3);
});
