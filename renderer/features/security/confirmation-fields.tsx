import { Anchor, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '../../components/code-input.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import type { useConfirmation } from './use-confirmation.ts';

interface ConfirmationFieldsProps {
  form: Pick<UseFormReturnType<{ password: string; code: string }>, 'getInputProps'>;
  confirmation: Pick<ReturnType<typeof useConfirmation>, 'by' | 'switchOver'>;
  autoFocus?: boolean;
}

/** The password, and a code or the announcement that the browser will ask for a passkey. */
export const ConfirmationFields = ({ form, confirmation, autoFocus = false }: ConfirmationFieldsProps) => {
  const { t } = useTranslation();
  const { by, switchOver } = confirmation;
  return (
    <>
      <CurrentPasswordInput
        label={t('common.yourPassword')}
        {...(autoFocus && { 'data-autofocus': true })}
        {...form.getInputProps('password')}
      />
      {by === 'code' && (
        <CodeInput
          label={t('security.secondFactor.code')}
          description={t('security.secondFactor.codeOf')}
          {...form.getInputProps('code')}
        />
      )}
      {switchOver && (
        <Stack gap={4} align="flex-start">
          {by === 'passkey' && <Text size="sm">{t('security.confirmation.byPasskey')}</Text>}
          <Anchor component="button" type="button" size="sm" onClick={switchOver}>
            {t(by === 'passkey' ? 'security.confirmation.useCode' : 'security.confirmation.usePasskey')}
          </Anchor>
        </Stack>
      )}
    </>
  );
};
