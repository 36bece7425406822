import { AppError, toProblem } from '#shared/texts/errors.ts';
import { english } from '../texts.ts';
import type { Instead } from './in-process-fetch.ts';

const problems = {
  refused: toProblem(new AppError('FORBIDDEN', { reason: 'role' }), 'req_test'),
  failed: toProblem(new AppError('INTERNAL'), 'req_test'),
};

/** What the service answers, as the tRPC client reads it. */
const answerWith = (how: keyof typeof problems) => async (): Promise<Response> => {
  const problem = problems[how];
  const error = { message: problem.title, code: -32_000, data: { problem } };
  return Response.json({ error }, { status: problem.status });
};

/** How the console doesn't get to know what it asks for, once it has an answer. */
export const unknownAnswers = {
  refused: answerWith('refused'),
  failed: answerWith('failed'),
} as const satisfies Record<string, Instead>;

/** What says that something isn't known, in place of what would be there. */
const honest = [
  ...Object.values(problems).flatMap(({ title, detail }) => [title, detail]),
  english('components.countFailed'),
  english('reasons.FORBIDDEN.role'),
  english('components.loading'),
  english('components.failure.retry'),
  english('components.failure.request', { id: '' }).trim(),
  english('components.notLoaded.title'),
  english('sessions.endOthers.notLoaded'),
  'req_test',
  '–',
];

const subjectMark = '§';
const [before = '', after = ''] = english('components.loadFailed', { subject: subjectMark }).split(subjectMark);

/** Whether a text says only that something isn't known. */
export const saysUnknown = (text: string): boolean =>
  honest.includes(text) || (text.startsWith(before) && text.endsWith(after));

/** What a page says: each of its texts, and the names of what has none. */
export const sayingsOf = (page: HTMLElement): ReadonlySet<string> => {
  const elements = [...page.querySelectorAll<HTMLElement>(':not(style, script)')];
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : null)),
    ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)),
  ]);
  return new Set(texts.flatMap((text) => text?.trim() || []));
};
