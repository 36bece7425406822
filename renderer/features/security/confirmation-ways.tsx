import { Button, Group, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeLogin } from '#shared/contract/auth/complete-login.ts';
import { createApiKey } from '#shared/contract/security/create-api-key.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { answerWithPasskey } from '../../api/passkeys.ts';
import { type ConfirmationDemand, type Failure, failureOf } from '../../api/problem.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { codeField } from './confirmation.logic.ts';

interface WayProps {
  /** The switch to another way, if there is one. */
  beside: ReactNode;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Confirms with a passkey, and says what went wrong next to the button. */
export const ConfirmByPasskey = ({ beside, onConfirmed, onCancel }: WayProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const confirm = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const challenge = await client.security.startPasskeyConfirmation.mutate({ origin: location.origin });
      await client.auth.confirmSession.mutate({ passkey: await answerWithPasskey(challenge) });
      onConfirmed();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Stack>
      {failure && <FailureAlert failure={failure} />}
      {beside && <Group>{beside}</Group>}
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          data-autofocus
          autoFocus
          loading={pending}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void confirm()}
        >
          {t('confirmation.passkey')}
        </Button>
      </Group>
    </Stack>
  );
};

const schemas = {
  code: completeLogin.input.pick({ code: true }),
  password: createApiKey.input.pick({ password: true }),
};

interface ConfirmByTextProps extends WayProps {
  field: 'code' | 'password';
  methods: ConfirmationDemand['methods'];
}

/** Confirms with a code, or with the password where there is no second factor. */
export const ConfirmByText = ({ field, methods, beside, onConfirmed, onCancel }: ConfirmByTextProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <DialogForm<{ code?: string; password?: string }>
      action={t('confirmation.action')}
      onClose={onCancel}
      operation={{
        schema: schemas[field],
        initialValues: { [field]: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', SECOND_FACTOR_INVALID: 'code' },
        submit: async (values) => {
          await client.auth.confirmSession.mutate(values);
          onConfirmed();
        },
      }}
    >
      {(form) => (
        <>
          {field === 'code' ? (
            <CodeInput {...codeField(methods, t)} data-autofocus autoFocus {...form.getInputProps('code')} />
          ) : (
            <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
          )}
          {beside && <Group>{beside}</Group>}
        </>
      )}
    </DialogForm>
  );
};
