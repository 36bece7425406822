import Fuse from 'fuse.js/basic';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { Command } from './commands.logic.ts';

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** How well a command matches, best first; undefined if it doesn't. */
const rankOf = ({ label, description, keywords }: Command, query: string): number | undefined => {
  const name = searchKey(label);
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const wanted = query.split(/\s+/);
  const startIn = (text: string): boolean => {
    const words = wordsOf(text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  if (startIn(name)) return 2;
  const shown = searchKey(`${label} ${description ?? ''}`);
  if (startIn(`${shown} ${searchKey(keywords)}`)) return 3;
  // Within a keyword, which no one sees, a match would look like none: `pri` in `fingerprint`.
  return wanted.every((word) => shown.includes(word)) ? 4 : undefined;
};

/**
 * Commands with every word of a query in their label or page, or at the start of their keywords, best first. Without a query, everything
 * except tabs, sections, and what needs a person or thing.
 */
export const findCommands = (commands: readonly Command[], query: string): Command[] => {
  const wanted = searchKey(query).trim();
  if (wanted === '') {
    return commands.filter(({ group }) => group !== 'places' && group !== 'tasks');
  }
  return commands
    .flatMap((command) => {
      const rank = rankOf(command, wanted);
      return rank === undefined ? [] : [{ command, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
};

const suggested = 5;

/** The commands most like a query with typing errors, for when nothing contains its words; best first. */
export const findSimilarCommands = (commands: readonly Command[], query: string): Command[] =>
  new Fuse(
    commands.map((command) => ({
      command,
      words: [searchKey(command.label), ...wordsOf(searchKey(`${command.label} ${command.keywords}`))],
    })),
    { keys: ['words'], threshold: 0.34, ignoreFieldNorm: true },
  )
    .search(searchKey(query).trim(), { limit: suggested })
    .map(({ item }) => item.command);
