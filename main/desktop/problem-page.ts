import { type ShellPage, shellPage } from './shell-page.ts';
import type { Language } from './texts.ts';

/** The address of a page that a view shows instead of a console. */
export const problemPage = (page: ShellPage, language: Language): string =>
  `data:text/html;charset=utf-8;base64,${Buffer.from(shellPage(page, language).html).toString('base64')}`;
