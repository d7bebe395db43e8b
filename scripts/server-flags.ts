/**
 * Options of Node for the server and the worker (decisions 0137, 0168): semi-spaces of V8 with at most 4 MB.
 * Its default lets a process grow by another 40 MB, more while it sends a large file, and makes it no faster.
 */
export const SERVER_FLAGS: readonly string[] = ['--max-semi-space-size=4'];
