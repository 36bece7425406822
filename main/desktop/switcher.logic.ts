import type { SwitcherPlace, SwitcherState } from '#shared/contract/desktop-switcher.ts';
import { letterOf } from '#shared/text-input/initials.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { MenuRemotes } from './remotes/remote-menu.ts';
import type { Texts } from './texts.ts';
import type { ConsoleId } from './unseen.logic.ts';

/** This computer and the servers, in the order of the menus. */
export const switcherPlaces = (
  { all, unseenOf }: Pick<MenuRemotes, 'all' | 'unseenOf'>,
  texts: Texts,
): SwitcherPlace[] => {
  const unseen = (id: ConsoleId): string | undefined => {
    const count = unseenOf(id);
    return count === 0 ? undefined : texts.switcher.unseen(count);
  };
  return [
    { id: null, name: texts.thisComputer, unseen: unseen(undefined) },
    ...all.map(({ id, name, address, color }) => {
      const { host, pathname } = new URL(address);
      // Servers of one host differ by their paths only.
      const at = `${host}${pathname.replace(/\/$/, '')}`;
      return { id, name, letter: letterOf(name), at: at === name ? undefined : at, color, unseen: unseen(id) };
    }),
  ];
};

/** The list of the switcher, as the person filters it and moves through it. */
export interface SwitcherList {
  state(): SwitcherState;
  /** Shows the places whose name or address has every word of the text, whatever its case and accents. */
  filter(text: string): void;
  /** Selects the next place, or the previous one, and goes on at the other end. */
  move(by: 1 | -1): void;
  selected(): SwitcherPlace | undefined;
}

/** @param shown the place in the window. The one after it is selected first: Enter goes on to it */
export const createSwitcherList = (all: readonly SwitcherPlace[], shown: string | null): SwitcherList => {
  let places = all;
  let selected = (all.findIndex(({ id }) => id === shown) + 1) % all.length;
  return {
    state: () => ({ places, selected }),
    filter(text) {
      const words = searchKey(text).split(/\s+/);
      places = all.filter(({ name, at = '' }) => words.every((word) => searchKey(`${name} ${at}`).includes(word)));
      selected = 0;
    },
    move(by) {
      if (places.length > 0) selected = (selected + by + places.length) % places.length;
    },
    selected: () => places[selected],
  };
};
