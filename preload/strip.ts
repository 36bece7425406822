import { ipcRenderer } from 'electron';
import type { StripRequest, StripState } from '#shared/contract/desktop-strip.ts';

/** Runs sandboxed on the strip above the console, whose page has no script of its own. Fills in what main sends. */

const ask = (request: StripRequest): void => ipcRenderer.send('castellan-strip:request', request);

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The strip has no ${id}`);
  return found;
};

const write = (id: string, text: string | undefined): void => {
  const target = element(id);
  target.textContent = text ?? '';
  target.hidden = text === undefined;
};

const show = ({ name, letter, host, color, status, reload, chooseLabel }: StripState): void => {
  document.body.dataset.color = color === undefined ? 'own' : String(color);
  document.body.dataset.status = status === undefined ? 'open' : status.isProblem ? 'problem' : 'busy';
  write('name', name);
  write('host', host);
  write('letter', letter);
  // Never hidden: screen readers announce what changes in it.
  element('status').textContent = status?.text ?? '';
  write('reload', reload);
  // For screen readers: the rest of its text alone doesn't say what the button does.
  write('label', `${chooseLabel}:`);
};

window.addEventListener('DOMContentLoaded', () => {
  ipcRenderer.on('castellan-strip:state', (_event, state: StripState) => show(state));
  element('choose').addEventListener('click', () => ask('choose'));
  element('reload').addEventListener('click', () => ask('reload'));
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') ask('leave');
  });
  window.addEventListener('online', () => ask('online'));
  ask('ready');
});
