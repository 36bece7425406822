import { expect, it } from 'vitest';
import { createKeptTexts } from './kept-texts.ts';

/** A storage that takes so many texts. */
const storageOf = (places: number) => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    removeItem: (name: string) => void values.delete(name),
    setItem: (name: string, text: string) => {
      if (!values.has(name) && values.size >= places) throw new DOMException('Full', 'QuotaExceededError');
      if (text.length > 10) throw new DOMException('Full', 'QuotaExceededError');
      values.set(name, text);
    },
  };
};
const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

it('what is kept outlives the page, until it is forgotten', () => {
  const storage = storageOf(2);
  expect(createKeptTexts(() => storage).write('a', 'one')).toBe(true);
  const later = createKeptTexts(() => storage);
  expect([later.read('a'), later.read('b')]).toEqual(['one', undefined]);
  later.forget('a');
  expect([later.read('a'), storage.values.size]).toEqual([undefined, 0]);
});

it('a storage that the browser refuses keeps texts until the page is left', () => {
  const kept = createKeptTexts(refused);
  expect([kept.read('a'), kept.write('a', 'one'), kept.read('a')]).toEqual([undefined, false, 'one']);
  kept.forget('a');
  expect(kept.read('a')).toBeUndefined();
});

it('a full storage forgets the old text, so that it does not come back', () => {
  const storage = storageOf(1);
  const kept = createKeptTexts(() => storage);
  kept.write('a', 'one');
  expect([kept.write('a', 'longer than it takes'), kept.read('a')]).toEqual([false, 'longer than it takes']);
  expect(createKeptTexts(() => storage).read('a')).toBeUndefined();
  expect([kept.write('a', 'two'), kept.read('a'), storage.values.get('a')]).toEqual([true, 'two', 'two']);
});
