import { Menu, type WebContents } from 'electron';
import { acceleratorOf, leadsAway } from './own-keys.logic.ts';

/**
 * Acts on the keys that lead away from a page before the page gets them. Menus get only keys that a page has answered and not used:
 * it could keep them all, or hang.
 */
export const keepOwnKeys = (contents: WebContents): void =>
  void contents.on('before-input-event', (event, input) => {
    if (input.type !== 'keyDown') return;
    const accelerator = acceleratorOf(input, process.platform === 'darwin');
    if (accelerator === undefined) return;
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const item = items.find((found) => leadsAway(found.id) && found.accelerator === accelerator);
    if (!item) return;
    event.preventDefault();
    // Not within the event of a page that this may end.
    if (!input.isAutoRepeat) setImmediate(() => item.click());
  });
