import { Button, Stack, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTenant, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { paths } from '../../paths.ts';
import type { InvitationOutcome } from './invite.logic.ts';

/** Whether invitations are emailed at all; undefined while unknown. Whether one is held, its response says. */
export const useSendsEmail = (me: Me): boolean | undefined => useTenant(me)?.sends_email;

interface InvitationLinksProps {
  me: Me;
  invited: readonly InvitationOutcome[];
  /** Whether something else comes first, so that this isn't the main button. */
  isSecondary?: boolean;
}

/** The links of new invitations that aren't emailed yet, to share in person. */
export const InvitationLinks = ({ me, invited, isSecondary = false }: InvitationLinksProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const sendsEmail = useSendsEmail(me);
  const tenant = useTenant(me);
  const linkOf = (invitation_id: string) =>
    client.team.copyInvitationLink.mutate({ tenant_id: me.tenant_id, invitation_id });
  const targets = invited.flatMap(({ email, invitation_id: id }) => (id === undefined ? [] : [{ email, id }]));
  const [only] = targets;
  if (!only) return null;
  return (
    <Stack gap="sm">
      {sendsEmail !== undefined && (
        <Text size="sm">
          {t(sendsEmail ? 'team.inviteLinks.held' : 'team.inviteLinks.notEmailed', { count: targets.length })}{' '}
          {!sendsEmail && may(me, 'mail.settings') && tenant?.sample === false && (
            <AnchorLink {...paths.mailServer} size="sm" underline="always">
              {t('team.inviteLinks.setUp')}
            </AnchorLink>
          )}
        </Text>
      )}
      {targets.length === 1 ? (
        <ShareLink label={t('team.link.label')} create={() => linkOf(only.id)} isSecondary={isSecondary} />
      ) : (
        <AllLinks targets={targets} linkOf={linkOf} isSecondary={isSecondary} />
      )}
    </Stack>
  );
};

interface AllLinksProps {
  targets: readonly { email: string; id: string }[];
  linkOf: (invitationId: string) => Promise<{ url: string }>;
  isSecondary: boolean;
}

/** Creates the links one after another and copies them with their addresses, one line each. */
const AllLinks = ({ targets, linkOf, isSecondary }: AllLinksProps) => {
  const { t } = useTranslation();
  const { copy } = useCopy();
  const field = useRef<HTMLTextAreaElement>(null);
  const links = useMutation({
    mutationFn: async () => {
      const lines: string[] = [];
      for (const { email, id } of targets) lines.push(`${email} ${(await linkOf(id)).url}`);
      return lines.join('\n');
    },
    onSuccess: (text) => void copy(text),
  });
  if (links.data !== undefined) {
    return (
      <Stack gap="xs" align="flex-start">
        <Textarea
          ref={field}
          label={t('team.inviteLinks.label')}
          value={links.data}
          readOnly
          autosize
          maxRows={6}
          w="100%"
        />
        <CopyButton value={links.data} autoFocus onFailure={() => field.current?.focus()} />
        <LinkReachNotice />
      </Stack>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      {links.error && <FailureAlert failure={failureOf(links.error)} />}
      <Button
        {...(isSecondary && { variant: 'default' })}
        leftSection={<IconCopy size={16} aria-hidden />}
        loading={links.isPending}
        onClick={() => links.mutate()}
        data-autofocus
      >
        {t('team.inviteLinks.copyAll', { count: targets.length })}
      </Button>
      <LinkReachNotice />
    </Stack>
  );
};
