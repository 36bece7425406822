import { ipcRenderer } from 'electron';
import type { SignInAnswer } from '#shared/contract/desktop-sign-in.ts';

/** Runs sandboxed on the page that asks for a user name and password, which has no script of its own. */

const answer = (given: SignInAnswer): void => ipcRenderer.send('castellan-sign-in:answer', given);

const inputOf = (name: string): string => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';

window.addEventListener('DOMContentLoaded', () => {
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    answer({ username: inputOf('username'), password: inputOf('password') });
  });
  document.querySelector('#cancel')?.addEventListener('click', () => answer(null));
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') answer(null);
  });
});
