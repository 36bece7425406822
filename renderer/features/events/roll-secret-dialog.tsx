import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { RollSecretDialog } from '../../components/roll-secret-dialog.tsx';
import { type Destination, secretTexts } from './events.logic.ts';

interface RollEventSecretDialogProps {
  me: Me;
  destination: Destination;
  opened: boolean;
  onClose: () => void;
}

/** Replaces the signing secret, while the program still verifies with the old one. */
export const RollEventSecretDialog = ({ me, destination, ...dialog }: RollEventSecretDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { destination_id, name } = destination;
  return (
    <RollSecretDialog
      {...dialog}
      title={t('events.roll.title', { name })}
      lead={t('events.roll.lead')}
      action={t('events.roll.confirm')}
      overlap={{
        label: t('events.roll.overlap'),
        choices: (['0', '1', '24', '168'] as const).map((value) => ({ value, label: t(`events.roll.hours.${value}`) })),
        usual: 24,
      }}
      shown={secretTexts(t)}
      roll={async ({ overlap }) => {
        const of = { tenant_id: me.tenant_id, destination_id };
        const { secret } = await client.events.rollEventSecret.mutate({ ...of, overlap_hours: overlap });
        await queryClient.invalidateQueries(trpc.events.pathFilter());
        return secret;
      }}
    />
  );
};
