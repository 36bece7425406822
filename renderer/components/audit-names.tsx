import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { auditActors, isServiceAccount } from '#shared/texts/audit.ts';
import { paths } from '../paths.ts';
import { actorLabel } from './audit-labels.ts';
import { AnchorLink } from './router-link.tsx';

type AuditEvent = OutputOf<typeof listAuditEvents>['events'][number];

/** The page of what an entry is about, where there is one. A slug changes, so a workspace is found by its name. */
const targetLink = (kind: AuditEvent['target_kind'], id: string, label: string | null) => {
  if (kind === 'user') return paths.member(id);
  if (kind === 'mail') return paths.mailPreview(id);
  if (kind === 'invitation' && label !== null) return paths.invitationsOf(label);
  if (kind === 'workspace' && label !== null) return { ...paths.workspaces, search: { q: label } };
  if (kind === 'group') return paths.group(id);
  if (kind === 'application') return paths.application(id);
  if (kind === 'tenant') return paths.settings;
  return undefined;
};

/** What an entry of the audit log is about, with a link to its page. */
export const AuditTarget = ({
  event: { target_kind, target_id, target_label },
}: {
  event: Pick<AuditEvent, 'target_kind' | 'target_id' | 'target_label'>;
}) => {
  const { t } = useTranslation();
  const link = targetLink(target_kind, target_id, target_label);
  if (link && target_label !== null) {
    return (
      <AnchorLink {...link} size="sm" className="one-line break-anywhere" title={target_label}>
        {target_label}
      </AnchorLink>
    );
  }
  return (
    <Text component="span" size="sm" className="one-line break-anywhere" {...(target_label && { title: target_label })}>
      {target_label ?? t('audit.erased')}
    </Text>
  );
};

/** Actors whose name isn't that of a person with a page. */
const withoutPage: ReadonlySet<string> = new Set(Object.values(auditActors).map(({ id }) => id));

/** Who did what an entry of the audit log says, with a link to their page. */
export const AuditActor = ({ event }: { event: Pick<AuditEvent, 'actor_id' | 'actor_name'> }) => {
  const { t } = useTranslation();
  const label = actorLabel(event, t);
  if (event.actor_name === null || withoutPage.has(event.actor_id) || isServiceAccount(event.actor_id)) return label;
  return (
    <AnchorLink {...paths.member(event.actor_id)} size="sm">
      {label}
    </AnchorLink>
  );
};
