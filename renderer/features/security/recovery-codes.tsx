import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../components/save-file.ts';
import { codesFile } from './security.logic.ts';

interface RecoveryCodesProps {
  email: string;
  codes: readonly string[];
  onSaved: () => void;
}

/** Shows the recovery codes, which are displayed only once. */
export const RecoveryCodes = ({ email, codes, onSaved }: RecoveryCodesProps) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" title={t('security.codes.title')} icon={<IconAlertTriangle aria-hidden />}>
        {t('security.codes.text')}
      </Alert>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={t('security.codes.list')}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code block>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={codes.join('\n')} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {t(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveText('castellan-recovery-codes.txt', codesFile(email, codes, t))}
        >
          {t('security.codes.download')}
        </Button>
        <Button onClick={onSaved}>{t('security.codes.saved')}</Button>
      </Group>
    </Stack>
  );
};
