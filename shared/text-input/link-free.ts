import { withoutLinks } from './without-links.ts';

/** The lines of a text that have something, without spaces around and double spaces within them. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/gu, ' '))
    .filter((line) => line !== '');

/** The paragraphs of a text as an email shows them: without anything that a mail program would turn into a link. */
export const paragraphsWithoutLinks = (text: string): string[] => linesOf(text).map(withoutLinks);

/** Whether a text has nothing that a mail program would turn into a link, so that an email shows it as it is. */
export const isLinkFree = (text: string): boolean => linesOf(text).every((line) => withoutLinks(line) === line);
