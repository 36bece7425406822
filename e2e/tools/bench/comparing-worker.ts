import { parentPort, workerData } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';

/** Compares without pause and reports how often per second. */
const { password, hash, seconds } = workerData as { password: string; hash: string; seconds: number };
const startedAt = performance.now();
let count = 0;
while (performance.now() - startedAt < seconds * 1_000) {
  compareSync(password, hash);
  count += 1;
}
parentPort?.postMessage(count / ((performance.now() - startedAt) / 1_000));
