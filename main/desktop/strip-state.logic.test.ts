import { describe, expect, it } from 'vitest';
import { stripStateOf } from './strip-state.logic.ts';
import { textsIn } from './texts.ts';

const texts = textsIn('en');
const server = { name: 'Production', address: 'https://example.org:8443/castellan/', color: 3 };
const stateOf = (subject: Parameters<typeof stripStateOf>[0]) => stripStateOf(subject, texts);

it('names a server with its host and its color', () => {
  const open = { kind: 'open' } as const;
  expect(stateOf({ server, state: open })).toEqual({
    name: 'Production',
    host: 'example.org:8443',
    letter: 'P',
    color: 3,
    chooseLabel: 'Switch server',
  });
  expect(stateOf({ server: { ...server, name: 'example.org:8443' }, state: open }).host).toBeUndefined();
  expect(stateOf({ state: open })).toEqual({ name: 'This Computer', chooseLabel: 'Switch server' });
});

describe.each([
  [{ kind: 'loading' }, 'Connecting…', undefined, false],
  [{ kind: 'hung' }, 'Not responding', 'Reload', true],
  [{ kind: 'failed', problem: { kind: 'certificate' } }, 'Not secure', 'Try again', true],
  [{ kind: 'failed', problem: { kind: 'unreachable' } }, 'Not connected', 'Try again', true],
  [{ kind: 'failed', problem: { kind: 'crashed' } }, 'Stopped', 'Try again', true],
  [{ kind: 'failed', problem: { kind: 'closed' } }, 'Stopped', 'Try again', true],
  [{ kind: 'failed', problem: { kind: 'left' } }, 'Stopped', 'Try again', true],
] as const)('%j', (state, text, reload, isProblem) => {
  it(`says ${text}`, () => {
    expect(stateOf({ server, state })).toMatchObject({ status: { text, isProblem } });
    expect(stateOf({ server, state }).reload).toBe(reload);
  });
});
