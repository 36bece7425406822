import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadPart } from '../parts/page.ts';

/** Where the forms of the console are. The end of a session leads elsewhere, and waits for no answer. */
const consolePath = '/dashboard';

/** Loaded when there is something to ask: dialogs are more than the pages before sign-in need. */
const DiscardQuestion = lazy(async () => ({
  default: (await loadPart(() => import('./discard-question.tsx'))).DiscardQuestion,
}));

interface Place {
  pathname: string;
  search: object;
}

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);

/** Whether a form of one place isn't in the other: another page, or another tab of the page. */
const isLeaving = ({ current, next }: { current: Place; next: Place }): boolean =>
  next.pathname.startsWith(consolePath) && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next));

/** DECISION 0306: while it is mounted, a link that would lose what was changed asks first. */
export const UnsavedChanges = () => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isLeaving,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardQuestion opened onKeep={reset} onDiscard={proceed} />
    </Suspense>
  );
};
