import type { Order } from '../provider/account.ts';
import type { Run, World } from './world.ts';

/** What is wrong with what a run says, compared with the account itself. Empty if it is true. */
export const untruths = (run: Run | undefined, { account, server }: World): string[] => {
  if (!run) return [];
  const { state, problem, kind } = run;
  const wrong: string[] = [];
  const own = account.orders.filter((order) => order.serviceid === server.serviceid && order.by === 'api');
  const open = account.openOrder(server.serviceid);
  const check = (isTrue: boolean, claim: string): void => void (isTrue || wrong.push(`says ${claim}, which is false`));
  const isUnclear = problem?.reason === 'order_unclear';
  const isUnordered = own.every((order) => order.state === 'cancelled' || order.state === 'reverted');
  switch (state) {
    case 'choosing':
      check(isUnclear || isUnordered, 'that nothing is ordered');
      break;
    case 'awaiting_payment':
      // What says that the upgrade may have been reverted elsewhere says nothing about the order.
      if (!run.order_missing && problem?.reason !== 'not_upgraded') {
        check(open !== undefined && open.invoiceid === (run.order?.invoiceid ?? null), 'that this order waits');
      }
      check(server.status !== 'RESIZED', 'that the upgrade was not applied');
      break;
    case 'applying':
    case 'resizing':
      check(problem !== null || server.status !== 'ACTIVE', 'that the server is being upgraded');
      break;
    case 'resized':
      check(problem !== null || server.status === 'RESIZED', 'that the server waits for a decision');
      break;
    case 'confirmed':
      check(server.status === 'ACTIVE' && lastRid(account.orders, server.serviceid) === server.rid, 'confirmed');
      break;
    case 'reverted':
      check(server.status === 'ACTIVE' && lastRid(account.orders, server.serviceid) !== server.rid, 'reverted');
      break;
    case 'changed':
      check(isChanged(run, server), 'that the change was made');
      break;
    case 'failed':
      check(!isChanged(run, server), 'that the change was not made');
      break;
    case 'cancelled':
      check(isUnordered, 'that nothing is ordered');
      break;
    default:
  }
  const claimsNoEffect = problem?.reason === 'interrupted' || problem?.reason === 'not_upgraded';
  if (claimsNoEffect && kind === 'upgrade' && state === 'awaiting_payment') {
    check(server.formerRid === null, 'that the server is as it was');
  }
  return wrong;
};

const lastRid = (orders: readonly Order[], serviceid: number): number | undefined =>
  orders.findLast((order) => order.serviceid === serviceid)?.rid;

const isChanged = ({ kind, wanted }: Run, server: World['server']): boolean =>
  kind === 'billing_cycle'
    ? server.cycle.toLowerCase().replaceAll(/[^a-z]/g, '') === wanted
    : server.managed === (wanted === 'managed');

/** How many orders the program has placed for the server. */
export const ordersPlaced = ({ account, server }: World): number =>
  account.orders.filter(
    ({ serviceid, by, state }) => serviceid === server.serviceid && by === 'api' && state !== 'cancelled',
  ).length;
