/** Kills a process that sends money with SIGKILL, at a random moment: what it committed stays, everything else is rolled back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SimulationContext, type Step, countOutcome } from './context.ts';

const PROCESS = path.join(import.meta.dirname, 'sending-process.ts');
/** Longest time that the process lives once it sends. */
const LIFE_MAX_MS = 1_500;
const MINUTE_MS = 60_000;

async function killSendingProcess(context: SimulationContext): Promise<void> {
  const { environment, clock, between } = context;
  clock.advance(between(1, 20) * MINUTE_MS);
  const child = fork(PROCESS, [clock.now().toISOString()], {
    env: { ...process.env, ...environment.process_env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message').then(() => 'ready'), ended.then(() => 'ended')]);
  if (first === 'ended') throw new Error('The sending process ended before it was killed');
  await sleep(between(0, LIFE_MAX_MS));
  child.kill('SIGKILL');
  await ended;
  countOutcome(context, 'killed');
}

/** Steps of the long form: each starts a process. */
export const KILL_STEPS: Step[] = [{ name: 'kill a process with SIGKILL', weight: 1, run: killSendingProcess }];
