/** A busy machine is no failure of what is tested: `vi.waitFor` without a limit of its own waits long enough. */
import { vi } from 'vitest';

const LIMIT_MS = 20_000;
const RETRYING = Symbol.for('dasbor.retrying-waits');

// Test files of one worker share `vi`, and each runs this file again.
if (!(RETRYING in vi)) {
  const { waitFor } = vi;
  Object.assign(vi, {
    waitFor: (callback: () => unknown, limit = LIMIT_MS) => waitFor(callback, limit),
    [RETRYING]: true,
  });
}
