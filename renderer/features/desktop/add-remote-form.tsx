import { Button, Stack, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { addressProblems } from '#shared/contract/desktop-bridge.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { localBridge } from '../../api/desktop.ts';
import { notifyFailure } from '../../components/notify.tsx';

/** Adds a server to the list and opens it. */
export const AddRemoteForm = ({ onAdded }: { onAdded: () => Promise<void> }) => {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<(typeof addressProblems)[number] | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const found = (await localBridge()?.addRemote({ address, name })) ?? null;
      setProblem(found);
      if (found !== null) return;
      setAddress('');
      setName('');
      await onAdded();
    } catch (error) {
      notifyFailure(t('desktop.servers.failed'), error);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-labelledby="add-server">
      <Stack>
        <Title order={2} id="add-server">
          {t('desktop.servers.add.title')}
        </Title>
        <TextInput
          label={t('desktop.servers.add.address')}
          description={t('desktop.servers.add.addressHint')}
          value={address}
          maxLength={textLimits.url}
          autoComplete="off"
          spellCheck={false}
          error={problem && t(`desktop.servers.problems.${problem}`)}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <TextInput
          label={t('desktop.servers.add.name')}
          description={t('desktop.servers.add.nameHint')}
          value={name}
          maxLength={textLimits.remoteName}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          {t('desktop.servers.add.action')}
        </Button>
      </Stack>
    </form>
  );
};
