import { useTranslation } from 'react-i18next';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';

export const useSignOut = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const session = useSession();
  return async () => {
    try {
      await client.auth.logout.mutate();
    } catch (error) {
      // Signs out locally even if the network fails.
      notifyFailure(t('shell.signOutUnheard'), error);
    }
    session.end('logout');
  };
};
