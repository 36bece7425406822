import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { createSampleTenant } from '#shared/contract/welcome/create-sample-tenant.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { useI18n } from '../../languages/i18n-context.tsx';
import { paths } from '../../paths.ts';

export type Sample = OutputOf<typeof createSampleTenant>;

/** Signs in as the owner of the sample, in the visitor's language. */
export const useSampleSignIn = () => {
  const session = useSession();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { instance: i18n } = useI18n();
  return async (sample: Sample): Promise<void> => {
    queryClient.clear();
    session.signIn(sample);
    const { language } = i18n;
    if (language !== defaultPreferences.language) {
      await client.profile.updateMe
        .mutate({ preferences: { language } })
        .catch((error: unknown) => notifyFailure(i18n.t('auth.languageNotKept'), error));
    }
    await router.navigate({ ...paths.dashboard, replace: true });
  };
};
