import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';

type Name = string | RegExp;

/** What a person does on a page, and sees there. Each waits for what it needs; while a dialog is open, only it is there. */
export interface PageActions {
  /** Clicks a button, link, tab, menu item, option, checkbox, switch or radio button by its name. */
  press(name: Name): Promise<void>;
  /** The same inside of the one element of a role with this name, such as a form or a row. */
  in(role: string, name: Name): Promise<PageActions>;
  /** Puts a text into the field with this label, in place of what it held. */
  fill(label: Name, text: string): Promise<void>;
  /** Chooses an option of a select by its text. */
  choose(label: Name, option: Name): Promise<void>;
  /** Presses keys where the focus is, as user-event names them: `{Escape}`. */
  keys(keys: string): Promise<void>;
  /** The one element with this text. */
  see(text: Name): Promise<HTMLElement>;
  /** The one field with this label. */
  field(label: Name): Promise<HTMLInputElement>;
  /** The one element of a role with this name. */
  find(role: string, name: Name): Promise<HTMLElement>;
  /** Whether there is an element of a role with this name, once the page has settled. */
  has(role: string, name: Name): Promise<boolean>;
  /** Waits until no dialog is open. */
  closed(): Promise<void>;
  /** Waits until the page has shown all that it asked for: until nothing has changed in so many turns of the event loop. */
  settled(turns?: number): Promise<void>;
  /** Whether something with this text is there, once the page has settled. */
  shows(text: Name): Promise<boolean>;
}

/** Nothing takes this long, in milliseconds, also not to load the console on a busy computer: it only ends what hangs. */
export const patienceMs = 120_000;
/** Of a page that isn't as expected, so many characters are told. */
const mostText = 1_000;
const pressable = ['button', 'link', 'tab', 'menuitem', 'option', 'checkbox', 'switch', 'radio', 'menuitemradio'];

/** The options of a native select can't be pressed. */
const isPressable = (element: HTMLElement): boolean => !element.matches('select option');

const macrotask = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const dialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];

/** The newest dialog, or the whole page. */
const frontOfPage = (): HTMLElement => dialogs().at(-1) ?? document.body;

/** Lists and menus of a dialog lie beside it. */
const floating = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role="listbox"], [role="menu"], [role="tooltip"]'),
];

/** Where the console says what was done, beside any dialog. */
const notes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.mantine-Notifications-notification')];

/** What a place says, without the styles that components put beside themselves. */
export const textOf = (place: HTMLElement): string =>
  [...place.querySelectorAll(':not(style, script, option)')]
    .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .map(({ textContent }) => textContent)
    .join(' ');

const byRole = (role: string, name: Name, places: readonly HTMLElement[]): HTMLElement[] =>
  places.flatMap((place) => queryAllByRole(place, role, { name, hidden: true }));

/** Switches and checkboxes with this label: the name of a switch contains its description, too. */
const toggles = (name: Name, place: HTMLElement): HTMLElement[] =>
  queryAllByText(place, name).flatMap((text) => {
    const label = text.closest('label');
    const toggle = label && document.getElementById(label.htmlFor);
    return toggle ? [toggle] : [];
  });

/**
 * @param isAnswered whether the page waits for no answer
 * @param front where to look, by default in the newest dialog or the whole page
 */
export const pageActions = (isAnswered: () => boolean, front = frontOfPage): PageActions => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

  // Reads that begin together wait for each other for two turns.
  const settled = async (turns = 4): Promise<void> => {
    let changed = true;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    for (let quiet = 0; quiet < turns; quiet = changed || !isAnswered() ? 0 : quiet + 1) {
      changed = false;
      await macrotask();
    }
    observer.disconnect();
  };

  /** Repeats a query until it finds one element. @throws Error that says what is there instead */
  const one = async <T extends HTMLElement>(what: string, query: () => T[]): Promise<T> => {
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      await settled();
      const [found, ...others] = query();
      if (found && others.length === 0) return found;
      if (performance.now() > endsAt) {
        const count = others.length > 0 ? others.length + 1 : 'No';
        throw new Error(`${count} elements are ${what}. The page says: ${textOf(front()).slice(0, mostText)}`);
      }
      await macrotask(10);
    }
  };

  const field = (label: Name) =>
    one(`labeled ${label}`, () =>
      (queryAllByLabelText(front(), label) as HTMLInputElement[]).filter((found) =>
        found.matches('input, textarea, select'),
      ),
    );

  return {
    settled,
    field,
    async press(name) {
      const target = await one(`named ${name}`, () => {
        const places = [...floating(), front()];
        const named = new Set(pressable.flatMap((role) => byRole(role, name, places)).filter(isPressable));
        return named.size > 0 ? [...named] : toggles(name, front());
      });
      await user.click(target);
    },
    async fill(label, text) {
      const target = await field(label);
      await user.clear(target);
      if (text !== '') await user.paste(text);
    },
    async choose(label, option) {
      const target = await field(label);
      if (target.matches('select')) {
        const [chosen] = byRole('option', option, [target]);
        if (!chosen) throw new Error(`${label} offers no ${option}: ${target.textContent}`);
        await user.selectOptions(target, chosen);
        return;
      }
      await user.click(target);
      await user.click(await one(`the option ${option}`, () => byRole('option', option, floating())));
    },
    keys: (keys) => user.keyboard(keys),
    see: (text) =>
      one(`saying ${text}`, () => [...new Set([front(), ...notes()].flatMap((place) => queryAllByText(place, text)))]),
    async in(role, name) {
      const place = await one(`a ${role} named ${name}`, () => byRole(role, name, [front()]));
      return pageActions(isAnswered, () => place);
    },
    find: (role, name) => one(`a ${role} named ${name}`, () => byRole(role, name, [...floating(), front()])),
    async has(role, name) {
      await settled();
      return byRole(role, name, [...floating(), front()]).length > 0;
    },
    async closed() {
      const endsAt = performance.now() + patienceMs;
      for (await settled(); dialogs().length > 0; await macrotask(10)) {
        if (performance.now() > endsAt)
          throw new Error(`A dialog is still open: ${textOf(front()).slice(0, mostText)}`);
      }
      await settled();
    },
    async shows(text) {
      await settled();
      return queryAllByText(front(), text).length > 0;
    },
  };
};
