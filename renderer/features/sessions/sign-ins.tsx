import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Section } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { SignInList } from '../../components/sign-in-list.tsx';
import { paths } from '../../paths.ts';

/** Who signed in to the account, or failed to; one that was someone else's leads to a new password. */
export const SignIns = () => {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/shell/dashboard/sessions' });
  const navigate = useNavigate();
  const trpc = useTRPC();
  const [asking, ask] = useDisclosure();
  const revokeOthers = useMutation(trpc.sessions.revokeOtherSessions.mutationOptions());
  const list = usePagedQuery((slice) => trpc.sessions.listSignIns.queryOptions(slice), {
    page,
    onPage: (next) =>
      void navigate({
        ...paths.ownSignIns,
        search: { ...paths.ownSignIns.search, ...(next > 1 && { page: next }) },
        resetScroll: false,
      }),
  });
  return (
    <Section title={t('components.signIns.title')} lead={t('sessions.signIns.lead')}>
      <SignInList list={list} onForeign={ask.open} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('sessions.foreign.title')}
        consequences={[t('sessions.endOthers.signedOut'), t('sessions.endOthers.youStay'), t('sessions.foreign.next')]}
        action={t('sessions.endOthers.action')}
        onConfirm={async () => {
          await revokeOthers.mutateAsync();
          await navigate(paths.password);
        }}
      />
    </Section>
  );
};
