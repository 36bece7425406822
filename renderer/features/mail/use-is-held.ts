import { useQuery } from '@tanstack/react-query';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { holdsAllMail } from '../../components/held-mail.ts';

/** Whether email waits for someone: there is no mail server, it rejects the sender, or email is held after a restore. */
export const useIsHeld = (me: Me): boolean => {
  const { data: settings } = useQuery(useTRPC().mail.getMailSettings.queryOptions());
  return useTenant(me)?.sends_email === false || (settings !== undefined && holdsAllMail(settings));
};
