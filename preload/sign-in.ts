import { ipcRenderer } from 'electron';
import type { SignInAnswer } from '#shared/contract/desktop-sign-in.ts';

/** Runs sandboxed on the page that asks for a user name and password, which has no script of its own. */

const answer = (given: SignInAnswer | null): void => ipcRenderer.send('castellan-sign-in:answer', given);

const inputOf = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);

window.addEventListener('DOMContentLoaded', () => {
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    answer({
      username: inputOf('username')?.value ?? '',
      password: inputOf('password')?.value ?? '',
      keeps: inputOf('keeps')?.checked === true,
    });
  });
  document.querySelector('#cancel')?.addEventListener('click', () => answer(null));
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') answer(null);
  });
});
