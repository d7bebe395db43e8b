// Progress output. Plain JavaScript, because it runs on the user's Node before anything is installed.

/**
 * Runs `work` and prints `what … 1.2 s`, updated live on a terminal and written at the end elsewhere.
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
  // Announces long steps in logs before they end.
  const timer = process.stdout.isTTY ? null : setTimeout(() => print(`${what} …`), 3_000);
  const stopTimers = () => {
    if (ticking) clearInterval(ticking);
    if (timer) clearTimeout(timer);
  };
  try {
    const result = await work();
    stopTimers();
    if (ticking) draw('\n');
    else print(`${what} … ${seconds()}`);
    return result;
  } catch (error) {
    stopTimers();
    if (ticking) draw(' failed\n');
    else print(`${what} … failed after ${seconds()}`);
    throw error;
  }
}

/** @param {string} message */
export function print(message) {
  process.stdout.write(`  ${message}\n`);
}

/**
 * Exits with the message only, without a stack trace.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
