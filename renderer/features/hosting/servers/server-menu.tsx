import { useTranslation } from 'react-i18next';
import type { Me } from '../../../api/context.tsx';
import { CommandItems } from '../../../components/command-items.tsx';
import { offersFor } from '../../../components/commands.ts';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { useTask } from '../../../components/use-task.ts';
import { useConnection } from '../use-hosting.ts';
import { type ServerCommand, type ServerTarget, serverCommands } from './server-commands.ts';
import { ServerTask } from './server-task.tsx';
import type { Server } from './servers.logic.ts';

/** Secondary actions for a server. Without any, there is no menu. */
export const ServerMenu = ({ me, server }: { me: Me; server: Server }) => {
  const { t } = useTranslation();
  const { start, task } = useTask<ServerTarget, ServerCommand>();
  const provider = useConnection()?.provider;
  const offers = offersFor(serverCommands, me, { ...server, provider }, t).filter(({ isRare }) => !isRare);
  if (offers.length === 0) return null;
  return (
    <>
      <MoreMenu name={server.label}>
        <CommandItems offers={offers} onStart={(name) => start(name, [server])} />
      </MoreMenu>
      {/* The server as it is now: a form over it follows what others change. */}
      {task && <ServerTask {...task} targets={[server]} />}
    </>
  );
};
