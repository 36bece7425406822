/** Files by which desktops on Linux start programs, as the Desktop Entry Specification writes them. */

/** Characters of a value that stand for others after a backslash. */
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const unescapes: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', r: '\r', t: '\t', s: ' ' };

const escaped = (value: string): string =>
  value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character).replaceAll(/^ | $/g, '\\s');

/** Plain words stay as they are: the script `xdg-open` doesn't find a quoted program on desktops that it doesn't know. */
const quoted = (word: string): string =>
  /^[\w./:@+,=-]+$/.test(word) ? word : `"${word.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/**
 * A command line as the value of `Exec`. Desktops take back the escapes first, then the quotes. GNOME looks for the program
 * without taking back a doubled percent sign, so there another one starts it.
 */
export const commandOf = ([program = '', ...args]: readonly string[]): string =>
  [...(program.includes('%') ? ['env'] : []), program, ...args].map(quoted).join(' ');

/** The text of such a file, with these keys in order. */
export const desktopEntry = (keys: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${escaped(value)}\n`);
  return `[Desktop Entry]\n${lines.join('')}`;
};

/** The value of a key in such a text, as it was before it was written. */
export const valueIn = (text: string, key: string): string | undefined => {
  const line = text.split('\n').find((found) => found.startsWith(`${key}=`));
  return line?.slice(key.length + 1).replaceAll(/\\([\\nrts])/g, (_all, letter: string) => unescapes[letter] ?? letter);
};
