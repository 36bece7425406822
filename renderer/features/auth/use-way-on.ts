import { useLocation } from '@tanstack/react-router';
import { useKnownDevice } from '../../api/context.tsx';
import { wayOnFrom } from '../../paths.ts';

/** Where someone goes on to who gets a session on this page; undefined for the dashboard. */
export const useWayOn = (): string | undefined => wayOnFrom(useLocation(), useKnownDevice(), location.origin);

/** The same, for links to the other pages of a sign-in. */
export const useGoingTo = (): { return_to?: string } => {
  const return_to = useWayOn();
  return return_to === undefined ? {} : { return_to };
};
