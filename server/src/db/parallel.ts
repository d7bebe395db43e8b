/** Parallel plans: for jobs and the provider's figures, not for the requests of merchants (decision 0138). */

/** Additional processes of the database that one statement may use. */
const WORKERS = 2;

/** SQL expression that allows parallel plans until the end of the transaction; the login role has none (login-roles.ts). */
export const ALLOW_PARALLEL_PLANS = `set_config('max_parallel_workers_per_gather', '${WORKERS}', true)`;
