import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import { type Sample, useSampleSignIn } from './use-sample-sign-in.ts';

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
