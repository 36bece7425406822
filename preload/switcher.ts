import { ipcRenderer } from 'electron';
import type { SwitcherPlace, SwitcherRequest, SwitcherState } from '#shared/contract/desktop-switcher.ts';

/** Runs sandboxed on the page of the switcher, which has no script of its own. Main knows the list and the selection. */

const ask = (request: SwitcherRequest): void => ipcRenderer.send('castellan-switcher:request', request);

const keys: Readonly<Record<string, SwitcherRequest>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Enter: 'enter',
  Escape: 'close',
};

const textOf = (tag: string, text: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text });

const computerIcon = (): Node => {
  const icon = document.querySelector('template')?.content.cloneNode(true);
  if (!icon) throw new Error('The page of the switcher has no icon');
  return icon;
};

const itemOf = (
  { id, name, letter, at, color, unseen }: SwitcherPlace,
  index: number,
  isSelected: boolean,
): HTMLElement => {
  const item = document.createElement('li');
  item.id = `place-${index}`;
  item.role = 'option';
  item.ariaSelected = String(isSelected);
  const tile = textOf('i', '');
  tile.ariaHidden = 'true';
  if (color === undefined) tile.append(computerIcon());
  else {
    tile.textContent = letter ?? '';
    tile.dataset.color = String(color);
  }
  const details = [
    ...(unseen === undefined ? [] : [textOf('em', unseen)]),
    ...(at === undefined ? [] : [textOf('span', at)]),
  ];
  item.append(tile, textOf('b', name), ...details);
  item.addEventListener('click', () => ask({ choose: id }));
  return item;
};

window.addEventListener('DOMContentLoaded', () => {
  const input = document.querySelector('input');
  const list = document.querySelector('ul');
  const none = document.querySelector<HTMLElement>('#none');
  if (!input || !list || !none) throw new Error('The page of the switcher is incomplete');
  ipcRenderer.on('castellan-switcher:state', (_event, { places, selected }: SwitcherState) => {
    const items = places.map((place, index) => itemOf(place, index, index === selected));
    list.replaceChildren(...items);
    items[selected]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[selected]?.id ?? '');
    none.textContent = places.length === 0 ? (none.dataset.text ?? '') : '';
  });
  input.addEventListener('input', () => ask({ filter: input.value }));
  window.addEventListener('keydown', (event) => {
    const request = keys[event.key];
    // Keys of an input method choose among its candidates.
    if (request === undefined || event.isComposing) return;
    event.preventDefault();
    ask(request);
  });
  window.addEventListener('mousedown', (event) => {
    if (event.target === document.body) ask('close');
    // The keyboard stays where people type.
    else if (event.target !== input) event.preventDefault();
  });
  ask('ready');
});
