/** All schedules of the product in UTC (crontab lines; WIB is UTC+7). */
export const CRON = [
  // Check due pending payments with the bank once more, then expire them.
  '* * * * * expire_qris_payments',
  // Issue codes for which the bank did not respond.
  '* * * * * sweep_unissued_qris_payments',
  '* * * * * sweep_unissued_stickers',
  // Reconciliation sweep: sticker payments whose notification was lost.
  '* * * * * find_lost_sticker_payments',
  // The same for virtual accounts.
  '* * * * * expire_virtual_accounts',
  '* * * * * sweep_unissued_virtual_accounts',
  // Reconciliation sweep: payments to open numbers whose notification was lost.
  '* * * * * find_lost_va_payments',
  // Expire payment links and send reminders to customers.
  '* * * * * expire_payment_links',
  '* * * * * remind_payment_links',
  // Issue pending deposit VAs, find deposits whose notification was lost, alert on low payout balances.
  '* * * * * sweep_unfinished_deposit_vas',
  '* * * * * find_lost_deposits',
  '11 * * * * check_payout_balances',
  // Reconciliation sweep: refunds in progress without a job.
  '* * * * * sweep_refunds',
  // Scheduled and held disbursements that are due, and transfers whose status has to be queried.
  '* * * * * sweep_disbursements',
  '* * * * * sweep_bank_transfers',
  // Release what undecided requests for approval hold once they expire.
  '* * * * * expire_approvals',
  // Reconciliation sweep: batches in work without a job.
  '* * * * * sweep_disbursement_batches',
  // Fold new journals into balances.
  '* * * * * fold_balances',
  // Recount payments of hours that changed.
  '* * * * * roll_up_transactions',
  // Recount refunds and disbursements of days that changed.
  '* * * * * roll_up_days',
  // Publish to open operations screens when the exceptions changed.
  '* * * * * watch_exceptions',
  // Count recorded calls to banks.
  '* * * * * count_bank_calls',
  // Verify every balance against its transfers.
  '7 * * * * verify_ledger',
  // Copy the heads of the ledger and the audit log out of the database; both verifications compare with the copies.
  '* * * * * export_ledger_heads',
  '* * * * * export_audit_heads',
  '37 * * * * verify_audit_log',
  // 03:41 WIB: remove records after their retention.
  '41 20 * * * delete_expired_records ?fill=12h',
  // 00:20 WIB: book the commissions of the days before; made up for on the same day when no worker was running.
  '20 17 * * * schedule_commissions ?fill=15h',
  // 02:30 WIB: statements of the periods that ended; made up for on the same day when no worker was running.
  '30 19 * * * schedule_commission_statements ?fill=15h',
  // Reconciliation sweep: approved commission statements that wait to be sent.
  '* * * * * sweep_commission_statements',
  // 06:00 WIB: settle what is due today; made up for on the same day when no worker was running.
  '0 23 * * * schedule_settlements ?fill=15h',
  // Reconciliation sweep: pending payouts, and payments whose settlement status is not in sync with their batch.
  '* * * * * sweep_settlements',
  // Members of groups with consolidated settlement: memberships that begin or end, new accounts of owners.
  '*/10 * * * * sweep_group_accounts',
  // Start scheduled reports and reports of paid settlements, missed ones included.
  '* * * * * schedule_reports',
  // Reconciliation sweep: report runs in progress without a job.
  '*/10 * * * * sweep_report_runs',
  // Exports of dead workers, and expired exports.
  '* * * * * sweep_exports',
  '*/10 * * * * expire_exports',
  // Remove expired files.
  '23 * * * * remove_stored_files',
  // Reconciliation sweep: webhook events without deliveries, and due deliveries without a job.
  '* * * * * sweep_webhooks',
  // Notification emails: missed dispatches, due digests and retries; remove old ones.
  '* * * * * sweep_notifications',
  // Announcements to merchants that start now.
  '* * * * * publish_announcements',
  // Accounts that were locked after failed sign-ins; security events that a job did not publish.
  '* * * * * record_locked_sign_ins',
  '* * * * * publish_security_events',
  // Remind about API keys that expire within 14, 7 and 1 days.
  '17 * * * * remind_expiring_api_keys',
  // 08:30 WIB: remind about documents that expire within 30 and 7 days; made up for on the same day.
  '30 1 * * * remind_expiring_documents ?fill=15h',
  '23 19 * * * delete_expired_notifications ?fill=12h',
  // 07:15 WIB: invoices of the previous month from its first business day on; what was missed is made up for every day.
  '15 0 * * * issue_invoices ?fill=15h',
  // 08:00 WIB: daily summary of the previous day; made up for on the same day (WIB) when no worker was running.
  '0 1 * * * enqueue_daily_summaries ?fill=15h',
].join('\n');
