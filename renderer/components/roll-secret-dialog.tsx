import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { rollApiKey } from '#shared/contract/security/roll-api-key.ts';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { DialogForm } from './form-dialog.tsx';
import { lifetimeChoices } from './key-choices.ts';
import { SecretDialog, type SecretDialogProps } from './secret-dialog.tsx';

/** What was chosen for the new secret. */
export interface Rolled {
  /** How long the current one is still accepted, in the unit of the choices. */
  overlap: number;
  password: string;
  expires: { expires_in_days?: number };
}

interface RollSecretDialogProps extends Omit<SecretDialogProps, 'form' | 'size'> {
  lead: string;
  action: string;
  overlap: { label: string; choices: { value: string; label: string }[]; usual: number };
  /** A key of the API: whoever rolls it says who they are, and when the new one expires. */
  isKey?: boolean;
  /** Returns the new secret. */
  roll: (rolled: Rolled) => Promise<string>;
}

const schema = z.object({ overlap: z.string(), days: z.string() });
const keySchema = schema.extend({ password: rollApiKey.input.shape.password });

/** Replaces a secret by a new one, while what uses it still works. */
export const RollSecretDialog = (props: RollSecretDialogProps) => {
  const { lead, action, overlap, isKey = false, roll, ...dialog } = props;
  const { t } = useTranslation();
  return (
    <SecretDialog
      {...dialog}
      form={({ onClose, onMade }) => (
        <DialogForm
          action={action}
          onClose={onClose}
          operation={{
            schema: isKey ? keySchema : schema,
            initialValues: { overlap: String(overlap.usual), days: '90', password: '' },
            fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
            submit: async ({ days, password, ...values }) => {
              const expires = days === '' ? {} : { expires_in_days: Number(days) };
              onMade(await roll({ overlap: Number(values.overlap), password, expires }));
            },
          }}
        >
          {(form) => (
            <>
              <Text size="sm">{lead}</Text>
              <NativeSelect
                label={overlap.label}
                data={overlap.choices}
                data-autofocus={!isKey || undefined}
                {...form.getInputProps('overlap')}
              />
              {isKey && (
                <>
                  <NativeSelect
                    label={t('security.roll.ends')}
                    data={lifetimeChoices(t)}
                    {...form.getInputProps('days')}
                  />
                  <CurrentPasswordInput
                    label={t('common.yourPassword')}
                    data-autofocus
                    {...form.getInputProps('password')}
                  />
                </>
              )}
            </>
          )}
        </DialogForm>
      )}
    />
  );
};
