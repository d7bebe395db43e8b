// Lines that a person can follow: what happens now, then how long it took. Plain JavaScript: it runs before anything
// is installed, on the Node that the machine has.

/**
 * Runs `work` under a line `what … 1.2 s`. On a terminal the seconds tick; elsewhere the line is written at the end.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const started_ms = Date.now();
  const seconds = () => `${((Date.now() - started_ms) / 1000).toFixed(1)} s`;
  const draw = (/** @type {string} */ end) => process.stdout.write(`\r  ${what} … ${seconds()}${end}`);
  const ticking = process.stdout.isTTY ? setInterval(() => draw(''), 100) : null;
  // In a log, a long step must show before it ends: silence for minutes reads as a hang.
  const patience = process.stdout.isTTY ? null : setTimeout(() => say(`${what} …`), 3_000);
  const settle = () => {
    if (ticking) clearInterval(ticking);
    if (patience) clearTimeout(patience);
  };
  try {
    const result = await work();
    settle();
    if (ticking) draw('\n');
    else say(`${what} … ${seconds()}`);
    return result;
  } catch (error) {
    settle();
    if (ticking) draw(' failed\n');
    else say(`${what} … failed after ${seconds()}`);
    throw error;
  }
}

/** @param {string} message */
export function say(message) {
  process.stdout.write(`  ${message}\n`);
}

/**
 * Ends with the message alone: it is meant for the user, and a stack trace hides it.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
