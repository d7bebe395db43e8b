/** Configuration of a worker process and the jobs that it runs. */
export interface WorkerInput {
  web_url: string;
  jobs_url: string;
  /** Fixed time of its clock. */
  now: string;
}

export const WORKER_JOBS = ['settle_merchant', 'sync_settled_payments', 'pay_settlement', 'deliver_report'];
