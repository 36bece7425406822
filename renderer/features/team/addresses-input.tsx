import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listNames } from './bulk.logic.ts';
import { addressesIn, isAddress, largestFile } from './invite.logic.ts';

interface AddressesInputProps {
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
}

/** Email addresses, typed, pasted or from a file; shows right away what it recognized. */
export const AddressesInput = ({ value, onChange, error }: AddressesInputProps) => {
  const { t } = useTranslation();
  const [fileError, setFileError] = useState<string>();
  const addresses = addressesIn(value);
  const wrong = addresses.filter((address) => !isAddress(address));
  const read = async (file: File | null) => {
    if (!file) return;
    if (file.size > largestFile) return setFileError(t('team.inviteForm.fileTooLarge'));
    const found = addressesIn(await file.text());
    if (found.length === 0) return setFileError(t('team.inviteForm.fileEmpty', { name: file.name }));
    setFileError(undefined);
    onChange([...addresses, ...found].join('\n'));
  };
  return (
    <Stack gap={6}>
      <Textarea
        label={t('common.email')}
        description={t('team.inviteForm.hint')}
        placeholder={t('team.inviteForm.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? fileError}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" role="status" className="break-anywhere" flex="1 1 200px">
          {addresses.length > 1 && t('team.inviteForm.understood', { count: addresses.length })}
          {addresses.length > 1 && wrong.length > 0 && ' '}
          {addresses.length > 1 &&
            wrong.length > 0 &&
            t('team.inviteForm.wrong', { count: wrong.length, names: listNames(wrong, t) })}
        </Text>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              {...button}
              size="compact-sm"
              variant="subtle"
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t('team.inviteForm.file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
};
