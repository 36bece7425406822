import { afterEach, expect, it } from 'vitest';
import { readTypedText, restoreTypedText, type TypedText } from './typed-text.ts';

const form = `
  <label for="mail">Email</label><input id="mail" type="email">
  <input type="password" aria-label="Password">
  <input type="text" aria-label="Code" autocomplete="one-time-code">
  <input type="text" aria-label="Note"><textarea aria-label="Note"></textarea>
  <input type="checkbox" aria-label="Remember">
  <input type="text" aria-label="Link" readonly>`;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.replaceChildren();
});

const show = (html: string): void => {
  document.body.innerHTML = html;
};
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
const type = (...values: string[]): void => {
  for (const [index, field] of fields().entries()) field.value = values[index] ?? '';
};
const restore = (typed: TypedText): void => void stops.push(restoreTypedText(document.body, typed, 60_000));
const typedIn = (): TypedText => {
  const typed = readTypedText(document, '/login');
  if (!typed) throw new Error('Nothing was typed');
  return typed;
};
/** Observers run after the current task. */
const observed = () => new Promise((resolve) => setTimeout(resolve, 10));

it('what was typed is kept, but no password and no code', () => {
  show(form);
  type('ann@example.com', 'a secret', '123456', 'one', 'two', 'on', 'https://example.com');
  expect(typedIn()).toEqual({
    path: '/login',
    values: { 'Email 0': 'ann@example.com', 'Note 0': 'one', 'Note 1': 'two' },
  });
});

it('a secret that is shown, and so is a text to the browser, is not kept', () => {
  show(
    '<input type="text" aria-label="Password of the mail server" autocomplete="off"><input type="text" aria-label="Host">',
  );
  type('a secret', 'mail.example.com');
  expect(typedIn().values).toEqual({ 'Host 0': 'mail.example.com' });
});

it('nothing is kept of a page into which nothing was typed', () => {
  show(form);
  type();
  expect(readTypedText(document, '/login')).toBeUndefined();
});

it('it comes back into the fields as they appear, and forms hear of it', async () => {
  show(form);
  type('ann@example.com', '', '', 'one', 'two');
  const typed = typedIn();
  show('');
  restore(typed);
  const heard: string[] = [];
  document.body.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).value));
  document.body.insertAdjacentHTML('beforeend', form);
  await observed();
  expect(fields().map(({ value }) => value)).toEqual(['ann@example.com', '', '', 'one', 'two', 'on', '']);
  expect(heard).toEqual(['ann@example.com', 'one', 'two']);
});

it('it comes back once: what is cleared afterwards stays clear', async () => {
  show(form);
  type('ann@example.com');
  const typed = typedIn();
  restore(typed);
  type('');
  document.body.insertAdjacentHTML('beforeend', '<p></p>');
  await observed();
  expect(fields()[0]?.value).toBe('');
});

it('it stays away once someone types', async () => {
  show(form);
  type('ann@example.com');
  const typed = typedIn();
  show('');
  restore(typed);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b' }));
  document.body.insertAdjacentHTML('beforeend', form);
  await observed();
  expect(fields()[0]?.value).toBe('');
});
