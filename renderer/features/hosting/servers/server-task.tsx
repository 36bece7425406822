import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/context.tsx';
import type { TaskProps } from '../../../components/commands.ts';
import { BillingCycleDialog } from './billing-cycle-dialog.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { PowerDialog } from './power-dialog.tsx';
import type { ServerCommand, ServerTarget } from './server-commands.ts';
import { ServiceLevelDialog } from './service-level-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** The dialog of a command for servers, from wherever it was chosen. */
export const ServerTask = ({ name, targets, opened, onClose }: TaskProps<ServerTarget, ServerCommand>) => {
  const { data } = useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 }));
  const [server] = targets;
  if (!server) return null;
  if (name === 'managed' || name === 'unmanaged') {
    return <ServiceLevelDialog server={server} wanted={name} opened={opened} onClose={onClose} />;
  }
  if (!opened) return null;
  if (name === 'turnOn' || name === 'turnOff' || name === 'restart') {
    return <PowerDialog server={server} wanted={name} onClose={onClose} />;
  }
  if (name === 'cycle') return <BillingCycleDialog server={server} onClose={onClose} />;
  if (name === 'edit') return <EditServerDialog server={server} onClose={onClose} />;
  if (name === 'tag') {
    return <TagsDialog servers={targets} known={data?.tags.map(({ tag }) => tag) ?? []} onClose={onClose} />;
  }
  return null;
};
