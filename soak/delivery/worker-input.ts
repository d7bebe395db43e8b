/** What a worker of the check is told, and which jobs it does. */
export interface WorkerInput {
  web_url: string;
  jobs_url: string;
  /** Its clock, which stands still. */
  now: string;
}

export const WORKER_JOBS = ['settle_merchant', 'sync_settled_payments', 'pay_settlement', 'deliver_report'];
