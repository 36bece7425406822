import { Alert, Box, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import { confirmSecondFactor } from '#shared/contract/security/confirm-second-factor.ts';
import type { startSecondFactor } from '#shared/contract/security/start-second-factor.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { CodeInput } from '../../components/code-input.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { saveText } from '../../components/save-file.ts';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { passwordOnly } from './second-factor-dialog.tsx';
import { codesFile } from './security.logic.ts';

type Started = OutputOf<typeof startSecondFactor>;

interface EnrolmentProps {
  onEnrolled: (codes: string[]) => void;
}

/** Enrollment: password, then secret, then first code. */
export const Enrolment = ({ onEnrolled }: EnrolmentProps) => {
  const { t } = useTranslation();
  const [started, setStarted] = useState<Started>();
  if (!started) return <StartForm onStarted={setStarted} />;
  return (
    <Stack>
      <Text size="sm">{t('security.enrolment.scan')}</Text>
      <Group align="flex-start" gap="lg">
        <QrCode value={started.otpauth_uri} title={t('security.enrolment.qrCode')} />
        <Box flex={1} miw={240}>
          <CopyField label={t('security.enrolment.secret')} value={started.secret} />
        </Box>
      </Group>
      <ConfirmForm onEnrolled={onEnrolled} onCancel={() => setStarted(undefined)} />
    </Stack>
  );
};

const StartForm = ({ onStarted }: { onStarted: (started: Started) => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { form, ...state } = useOperationForm({
    schema: passwordOnly,
    initialValues: { password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => onStarted(await client.security.startSecondFactor.mutate(values)),
  });
  return (
    <OperationForm {...state} action={t('security.enrolment.start')}>
      <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
    </OperationForm>
  );
};

const ConfirmForm = ({ onEnrolled, onCancel }: { onEnrolled: (codes: string[]) => void; onCancel: () => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { form, ...state } = useOperationForm({
    schema: confirmSecondFactor.input,
    initialValues: { code: '' },
    fieldOfCode: { SECOND_FACTOR_INVALID: 'code' },
    submit: async (values) => onEnrolled((await client.security.confirmSecondFactor.mutate(values)).recovery_codes),
  });
  return (
    <OperationForm
      {...state}
      action={t('security.enrolment.confirm')}
      beside={
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      }
    >
      <CodeInput label={t('security.enrolment.code')} autoFocus maw={240} {...form.getInputProps('code')} />
    </OperationForm>
  );
};

interface RecoveryCodesProps {
  email: string;
  codes: readonly string[];
  /** In a dialog, the button is at the bottom right. */
  inDialog?: boolean;
  onSaved: () => void;
}

/** Shows the recovery codes, which are displayed only once. */
export const RecoveryCodes = ({ email, codes, inDialog = false, onSaved }: RecoveryCodesProps) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" title={t('security.codes.title')} icon={<IconAlertTriangle aria-hidden />}>
        {t('security.codes.text')}
      </Alert>
      <ul className="recovery-codes" aria-label={t('security.codes.list')}>
        {codes.map((code) => (
          <li key={code}>
            <Code block>{code}</Code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')} size="xs" />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveText('castellan-recovery-codes.txt', codesFile(email, codes, t))}
        >
          {t('security.codes.download')}
        </Button>
      </Group>
      <Group className={inDialog ? 'dialog-buttons' : 'form-actions'}>
        <Button onClick={onSaved}>{t('security.codes.saved')}</Button>
      </Group>
    </Stack>
  );
};
