import { useQuery } from '@tanstack/react-query';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';

/** Whether email waits for someone: there is no mail server, it rejects the sender, or email is held after a restore. */
export const useIsHeld = (me: Me): boolean => {
  const { data: settings } = useQuery(useTRPC().mail.getMailSettings.queryOptions());
  return useTenant(me)?.sends_email === false || settings?.sender_refused === true || settings?.held_since != null;
};
