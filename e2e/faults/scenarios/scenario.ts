import type { HostedServer } from '../provider/account.ts';
import { goOn, pressOn } from './go-on.ts';
import { ordersPlaced, untruths } from './judge.ts';
import type { Program } from './program.ts';
import { lastReported } from './reported.ts';
import { createWorld, type World } from './world.ts';

/** Something that goes wrong at the provider, and what has to become of the run. */
export interface Scenario {
  /** Unique. */
  name: string;
  /** The server before. */
  server?: Partial<HostedServer>;
  /** What hosting may cost per month. */
  budget?: string;
  play: (world: World) => Promise<void>;
  /** The run afterwards: its state, and its problem if it has one. Empty if there must be none. */
  expect: string;
  /** Puts right at the provider what no one else can, before the owner continues. */
  repair?: (world: World) => void;
  /** How the run must end once the owner has done what it asks for. */
  end: string;
  /** Upgrades that the owner wanted. Defaults to 1. */
  intents?: number;
  /** Takes real time: up to 30 seconds for each request that the provider never answers. */
  isSlow?: boolean;
}

export interface Row {
  name: string;
  orders: number;
  reported: string;
  cost: string;
  way: string;
  /** What breaks an invariant. */
  broken: string[];
}

/** No answer of the program takes longer, whatever the provider does. */
const answerMs = 10_000;

const describeRun = async (world: World): Promise<string> => {
  const run = await world.latest();
  return run ? [run.state, run.problem?.reason].filter(Boolean).join(' ') : '';
};

/** The cost after one sync, and what it should be. */
const compareCost = async (world: World): Promise<string | undefined> => {
  const shown = await world.syncedCost();
  const real = world.account.monthlyCost(world.server);
  return shown === real ? undefined : `shows ${shown} instead of ${real}`;
};

/** Plays a scenario, and checks what must always be so. */
export const judgeScenario = async (program: Program, scenario: Scenario): Promise<Row> => {
  const { name, server, budget, play, expect, repair, end, intents = 1 } = scenario;
  const world = await createWorld(program, server, budget);
  const broken: string[] = [];
  const row: Row = { name, orders: 0, reported: '', cost: '', way: '', broken };
  try {
    await play(world);
    row.reported = await lastReported(world);
    const seen = await describeRun(world);
    if (seen !== expect) broken.push(`is ${seen || 'no run'} instead of ${expect || 'none'}`);
    broken.push(...untruths(await world.latest(), world));
    await pressOn(world);
    repair?.(world);
    const ended = await goOn(world);
    if (!ended) broken.push('has no way on');
    else if (ended.state !== end) broken.push(`ends as ${ended.state} instead of ${end}`);
    broken.push(...untruths(await world.latest(), world));
    const wrongCost = await compareCost(world);
    if (wrongCost !== undefined) broken.push(wrongCost);
    // Where the provider answers at once, only a busy machine is slow.
    if (scenario.isSlow && world.slowest() > answerMs) broken.push(`took ${Math.round(world.slowest())} ms to answer`);
    row.orders = ordersPlaced(world);
    if (row.orders > intents) broken.push(`places ${row.orders} orders`);
    row.cost = wrongCost ?? world.account.monthlyCost(world.server);
    row.way = ended ? `${ended.state}, ${ended.steps} steps` : 'none';
  } catch (error) {
    broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.close();
    await program.setClockRight();
  }
  return row;
};
