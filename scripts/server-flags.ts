/**
 * Options of Node for the server and the worker (decision 0137): semi-spaces of V8 with at most 8 MB.
 * Its default lets a process grow by another 40 MB and makes it no faster.
 */
export const SERVER_FLAGS: readonly string[] = ['--max-semi-space-size=8'];
