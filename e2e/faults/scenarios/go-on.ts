import type { Finding, RunAction } from '#shared/flows/upgrade-actions.ts';
import type { Run, World } from './world.ts';

const maxSteps = 16;

/** What an owner who looks into the client area would report, if the run lets them. */
const findingOf = (run: Run, { account, server }: World): Finding | undefined => {
  const open = account.openOrder(server.serviceid);
  const newest = account.orders.findLast(({ serviceid }) => serviceid === server.serviceid);
  switch (run.state) {
    case 'choosing':
    case 'ordering':
      return open ? 'paid' : 'no_order';
    case 'awaiting_payment':
      if (newest?.state === 'confirmed' || newest?.state === 'reverted') return newest.state;
      return open ? undefined : 'no_order';
    case 'changing': {
      const isMade =
        run.kind === 'billing_cycle'
          ? server.cycle.toLowerCase().replaceAll(/[^a-z]/g, '') === run.wanted
          : server.managed === (run.wanted === 'managed');
      return isMade ? 'changed' : 'unchanged';
    }
    default:
      return newest?.state === 'confirmed' || newest?.state === 'reverted' ? newest.state : undefined;
  }
};

/** The next step of an owner who does what the run asks for. */
const takeStep = async (run: Run, world: World): Promise<void> => {
  const may = (action: RunAction): boolean => run.refused[action] === undefined;
  const finding = findingOf(run, world);
  if (finding !== undefined && may(`report_${finding}`) && (run.problem !== null || run.order_missing)) {
    if (finding === 'paid') world.pay();
    await world.report(finding);
    return;
  }
  if (run.state === 'choosing' && run.plan === null) await world.choose();
  else if (run.state === 'choosing') await world.order();
  else if (run.state === 'awaiting_payment' && may('apply')) {
    world.pay();
    await world.apply();
  } else if (run.state === 'resized' && may('confirm') && world.server.status === 'RESIZED') await world.confirm();
  else await world.wait(65);
};

/** Presses everything that could order, as someone impatient would. */
export const pressOn = async (world: World): Promise<void> => {
  const run = await world.latest();
  if (!run?.is_open || run.kind !== 'upgrade' || run.state === 'choosing') return;
  await world.order();
  await world.start();
};

/** Takes a run to its end. Returns how it ended and after how many steps, or undefined if there was no way on. */
export const goOn = async (world: World): Promise<{ state: string; steps: number } | undefined> => {
  for (let steps = 0; steps <= maxSteps; steps += 1) {
    const run = await world.latest();
    if (!run) return { state: 'nothing to do', steps };
    if (!run.is_open) return { state: run.state, steps };
    await takeStep(run, world);
  }
  return undefined;
};
