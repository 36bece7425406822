import type { CommonValues } from '../kind-values.ts';

/** What several notices say. */
interface Words {
  readonly notYou: string;
  readonly undo: string;
  readonly sevenDays: readonly string[];
  /** What the link undoes. Emails that an earlier version queued have none. */
  readonly undoes: (params: CommonValues, what: string) => string;
  readonly ask: string;
}

export const en: Words = {
  notYou: 'If this wasn’t you, reset your password right away and tell an owner of your organization.',
  undo: 'Undo the change',
  sevenDays: ['The link expires in 7 days.'],
  undoes: ({ at }, what) =>
    at === undefined
      ? en.notYou
      : `If this wasn’t you, undo the change. That removes ${what}, along with everything that was added to your account since, and signs out the person who did it. Your password stops working, and we’ll email you a link to set a new one.`,
  ask: 'If you have questions, ask an owner of your organization.',
};

export const de: Words = {
  notYou:
    'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück und informieren Sie einen Inhaber Ihrer Organisation.',
  undo: 'Änderung rückgängig machen',
  sevenDays: ['Der Link läuft in 7 Tagen ab.'],
  undoes: ({ at }, what) =>
    at === undefined
      ? de.notYou
      : `Wenn Sie das nicht waren, machen Sie die Änderung rückgängig. ${what} wird dann entfernt, ebenso alles, was Ihrem Konto seitdem hinzugefügt wurde, und wer das war, wird abgemeldet. Ihr Passwort gilt nicht mehr, und Sie erhalten einen Link, um ein neues festzulegen.`,
  ask: 'Wenn Sie Fragen haben, wenden Sie sich an einen Inhaber Ihrer Organisation.',
};

export const byOperator = ({ by }: CommonValues): boolean => by === 'operator';

/** Emails that an earlier version queued have a parameter of their own for it. */
export const addressByOperator = (params: CommonValues): boolean =>
  byOperator(params) || params.changed_by === 'operator';
