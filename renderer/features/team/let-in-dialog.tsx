import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { Member } from './team.logic.ts';
import { useLetIn, type WayIn } from './use-let-in.ts';

interface LetInDialogProps {
  me: Me;
  member: Member;
  way: WayIn;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a member is let in again from outside of their page. */
export const LetInDialog = ({ me, member, way, opened, onClose }: LetInDialogProps) => {
  const { t } = useTranslation();
  const letIn = useLetIn(me, way);
  const { name, user_id } = member;
  const access = useQuery(
    useTRPC().team.getMemberAccess.queryOptions(
      { tenant_id: me.tenant_id, user_id },
      { enabled: opened && way === 'unlock' },
    ),
  ).data;
  const text =
    way === 'unlock' && access?.locked_until === null
      ? t('team.letIn.unlock.needless', { name })
      : t(`team.letIn.${way}.text`, { name });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isReversible
      title={t(`team.letIn.${way}.title`, { name })}
      consequences={[text]}
      action={t(`team.letIn.${way}.action`)}
      onConfirm={() => letIn.mutateAsync(member)}
    />
  );
};
