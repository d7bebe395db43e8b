/**
 * Options of Node for the server and the worker: semi-spaces of V8 with at most 4 MB, because its default lets a process grow
 * by another 40 MB, more while it sends a large file, and makes it no faster (decisions 0137, 0168); and the function that an
 * idle process collects garbage with (decision 0170).
 */
export const SERVER_FLAGS: readonly string[] = ['--max-semi-space-size=4', '--expose-gc'];

/** Environment of both: one malloc arena for all threads, which leaves less memory unused (decision 0169). */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '1' } as const;

/** The built server (decision 0169), from the project folder. */
export const SERVER_FILE = 'server/dist/main.js';
/** Its sources, which development runs. */
export const SERVER_SOURCE = 'server/src/main.ts';
