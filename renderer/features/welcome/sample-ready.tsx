import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { createSampleTenant } from '#shared/contract/welcome/create-sample-tenant.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { useI18n } from '../../languages/i18n-context.tsx';
import { paths } from '../../paths.ts';

/** Shows the password, which is displayed only once. */
export const SampleReady = ({ sample }: { sample: Sample }) => {
  const { t } = useTranslation();
  const signIn = useSampleSignIn();
  const [entering, setEntering] = useState(false);
  return (
    <Stack component="section" className="surface" p={{ base: 'md', xs: 'xl' }} maw={520}>
      <div>
        <Title order={2}>{t('welcome.ready.title')}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t('welcome.ready.lead', { name: sample.user.name })}
        </Text>
      </div>
      <CopyField label={t('common.email')} value={sample.user.email} />
      <CopyField label={t('auth.password')} value={sample.password} />
      <Text size="sm">{t('welcome.ready.everybody')}</Text>
      <Button
        autoFocus
        loading={entering}
        onClick={() => {
          setEntering(true);
          void signIn(sample);
        }}
      >
        {t('welcome.ready.action')}
      </Button>
    </Stack>
  );
};

export type Sample = OutputOf<typeof createSampleTenant>;

/** Signs in as the owner of the sample, in the visitor's language. */
const useSampleSignIn = () => {
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
