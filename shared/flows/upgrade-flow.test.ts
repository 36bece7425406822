import { describe, expect, it } from 'vitest';
import {
  endStates,
  evidence,
  isOpen,
  openStates,
  type RunState,
  runEvents,
  runStates,
  transitions,
} from './upgrade-flow.ts';

describe('the transition table', () => {
  const reachable = (from: RunState): Set<RunState> => {
    const seen = new Set<RunState>([from]);
    for (const state of seen) for (const { to } of Object.values(transitions[state])) seen.add(to);
    return seen;
  };

  it('leads from every open state to an end, and from no end anywhere', () => {
    for (const state of openStates) {
      expect(
        [...reachable(state)].some((next) => !isOpen(next)),
        state,
      ).toBe(true);
    }
    for (const state of endStates) expect(transitions[state]).toEqual({});
  });

  it('reaches every state from the initial ones, and uses every event', () => {
    const all = new Set(['choosing', 'changing'].flatMap((state) => [...reachable(state as RunState)]));
    expect([...all].sort()).toEqual([...runStates].sort());
    const used = new Set(Object.values(transitions).flatMap((row) => Object.keys(row)));
    expect([...used].sort()).toEqual([...runEvents].sort());
  });

  it('reaches an order only through an intent, or through an order that the provider shows', () => {
    const into = (to: RunState) =>
      openStates.flatMap((from) =>
        Object.entries(transitions[from]).flatMap(([event, next]) =>
          next.to === to && from !== to ? [[from, event]] : [],
        ),
      );
    expect(into('ordering')).toEqual([['choosing', 'order_intended']]);
    expect(into('awaiting_payment')).toEqual([
      ['choosing', 'order_found'],
      ['ordering', 'order_found'],
      ['ordering', 'order_accepted'],
      ['applying', 'apply_refused'],
      ['applying', 'apply_absent'],
      ['resizing', 'apply_absent'],
    ]);
  });

  it('leads back to a new order only through a refusal, or an owner who has checked', () => {
    const back = openStates.flatMap((from) =>
      Object.values(transitions[from]).flatMap(({ to, by }) => (to === 'choosing' && from !== to ? [by] : [])),
    );
    expect(new Set(back)).toEqual(new Set(['refusal', 'report']));
  });

  it('ends a run only on agreeing evidence, a refusal, or the word of an owner', () => {
    const proofs = openStates.flatMap((from) =>
      Object.values(transitions[from]).flatMap(({ to, by }) => (isOpen(to) ? [] : [`${to} by ${by}`])),
    );
    expect([...new Set(proofs)].sort()).toEqual([
      'cancelled by owner',
      'changed by agreement',
      'changed by report',
      'closed by owner',
      'confirmed by agreement',
      'confirmed by report',
      'failed by agreement',
      'failed by refusal',
      'failed by report',
      'reverted by agreement',
      'reverted by report',
    ]);
  });

  it('says of each transition what proves it, in a sentence', () => {
    const used = openStates.flatMap((from) => Object.values(transitions[from]).map(({ by }) => by));
    expect([...new Set(used)].sort()).toEqual(Object.keys(evidence).sort());
    for (const text of Object.values(evidence)) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});
