import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import type { enterSampleTenant } from '#shared/contract/welcome/enter-sample-tenant.ts';
import type { Role } from '#shared/rules/roles.ts';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import { samplePassword } from '../../api/sample-password.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { useI18n } from '../../languages/i18n-context.tsx';
import { paths } from '../../paths.ts';

/** Continues as an account of the sample, in the visitor's language. */
const useGoOn = () => {
  const session = useSession();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { instance: i18n } = useI18n();
  return async (answer: OutputOf<typeof enterSampleTenant>): Promise<void> => {
    const { language } = i18n;
    samplePassword.keep(answer.password);
    // Never show this account data that another account has loaded.
    queryClient.clear();
    session.signIn(answer);
    if (language !== defaultPreferences.language) {
      await client.profile.updateMe
        .mutate({ preferences: { language } })
        .catch((error: unknown) => notifyFailure(i18n.t('auth.languageNotKept'), error));
    }
    await router.navigate({ ...paths.dashboard, replace: true });
  };
};

/** Creates the sample data and opens it. */
export const useCreateSample = () => {
  const client = useTRPCClient();
  const goOn = useGoOn();
  return useMutation({ mutationFn: async () => goOn(await client.welcome.createSampleTenant.mutate({})) });
};

/** Opens the sample data that exists, as its first member with a role. */
export const useEnterSample = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const session = useSession();
  const router = useRouter();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: async (role: Role) => {
      const answer = await client.welcome.enterSampleTenant.mutate({ role });
      if (session.isSignedIn()) {
        // Leave the screens of the other account first.
        await router.navigate({ ...paths.welcome, replace: true });
        await client.auth.logout.mutate().catch((error: unknown) => notifyFailure(t('shell.signOutUnheard'), error));
      }
      await goOn(answer);
    },
  });
};
