import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { applicationLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { RollSecretDialog } from '../../components/roll-secret-dialog.tsx';
import { type Application, secretTexts } from './applications.logic.ts';

interface RollApplicationSecretDialogProps {
  me: Me;
  application: Application;
  opened: boolean;
  onClose: () => void;
}

/** Replaces the secret, while the application may still use the one before. */
export const RollApplicationSecretDialog = ({ me, application, ...dialog }: RollApplicationSecretDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { application_id, name } = application;
  return (
    <RollSecretDialog
      {...dialog}
      title={t('applications.secrets.roll.title', { name })}
      lead={t('applications.secrets.roll.lead')}
      action={t('applications.secrets.roll.action')}
      overlap={{
        label: t('applications.secrets.roll.overlap'),
        choices: (['0', '1', '7', '30'] as const).map((value) => ({
          value,
          label: t(`applications.secrets.roll.days.${value}`),
        })),
        usual: applicationLimits.overlapDays.default,
      }}
      shown={secretTexts(t)}
      roll={async ({ overlap }) => {
        const of = { tenant_id: me.tenant_id, application_id };
        const { secret } = await client.applications.addApplicationSecret.mutate({ ...of, overlap_days: overlap });
        await queryClient.invalidateQueries(trpc.applications.pathFilter());
        return secret;
      }}
    />
  );
};
