import { expect, test, vi } from 'vitest';
import { createLinkTokens } from './link-token.ts';

const openAt = (pathname: string, hash: string) => {
  let onHashChange = () => {};
  const place = {
    location: { pathname, search: '', hash },
    history: { state: null, replaceState: vi.fn() },
    addEventListener: (_type: string, listener: () => void) => {
      onHashChange = listener;
    },
  };
  const tokens = createLinkTokens(place as unknown as Window);
  const follow = (next: string) => {
    place.location.hash = next;
    onHashChange();
  };
  return { place, tokens, follow };
};

test('removes the token from the address bar and keeps it for its page only', () => {
  const { place, tokens } = openAt('/verify', '#token=abc');
  expect(place.history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/verify');
  expect(tokens.get('/verify')).toBe('abc');
  expect(tokens.get('/reset')).toBeUndefined();
});

test('keeps the address that a link names, as it was written', () => {
  const { tokens, follow } = openAt('/reset', '#token=abc&email=jo%2Bx%40c.example');
  expect([tokens.get('/reset'), tokens.emailOf('/reset')]).toEqual(['abc', 'jo+x@c.example']);
  follow('#token=def');
  expect([tokens.get('/reset'), tokens.emailOf('/reset')]).toEqual(['def', undefined]);
});

test.each(['.', '>', ').', ',%20', '%0A', '"'])('takes no end of a sentence for a part of the token: %s', (end) => {
  const { tokens, follow } = openAt('/invite', `#token=a_b-0${end}`);
  expect(tokens.get('/invite')).toBe('a_b-0');
  follow(`#token=${end}`);
  expect(tokens.get('/invite')).toBe('a_b-0');
});

test('leaves other fragments alone', () => {
  const { place, tokens } = openAt('/verify', '#main');
  expect(place.history.replaceState).not.toHaveBeenCalled();
  expect(tokens.get('/verify')).toBeUndefined();
});

test('replaces the first token with a second one for the same page, and forgets a used one', () => {
  const { tokens, follow } = openAt('/verify', '#token=abc');
  const heard = vi.fn();
  tokens.subscribe(heard);
  follow('#token=def');
  expect(tokens.get('/verify')).toBe('def');
  tokens.forget('/verify');
  expect(tokens.get('/verify')).toBeUndefined();
  expect(heard).toHaveBeenCalledTimes(2);
});
