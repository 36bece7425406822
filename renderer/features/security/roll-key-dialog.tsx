import { useTranslation } from 'react-i18next';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { overlapChoices } from '../../components/key-choices.ts';
import { RollSecretDialog } from '../../components/roll-secret-dialog.tsx';
import { type ApiKey, newKeyTexts } from './security.logic.ts';

interface RollKeyDialogProps {
  /** Undefined while the dialog is closed. */
  rolled: ApiKey | undefined;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Replaces a key by a new one, while its tool still works. */
export const RollKeyDialog = ({ rolled, onClose, onCreated }: RollKeyDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <RollSecretDialog
      isKey
      opened={rolled !== undefined}
      onClose={onClose}
      title={t('security.roll.title', { name: rolled?.name })}
      lead={t('security.roll.lead')}
      action={t('security.roll.confirm')}
      overlap={{
        label: t('security.roll.overlap'),
        choices: overlapChoices(t),
        usual: apiKeyLimits.defaultOverlapHours,
      }}
      shown={newKeyTexts(t)}
      roll={async ({ overlap, password, expires }) => {
        const key_id = rolled?.key_id ?? '';
        const { key } = await client.security.rollApiKey.mutate({
          key_id,
          overlap_hours: overlap,
          password,
          ...expires,
        });
        await onCreated();
        return key;
      }}
    />
  );
};
