/** Every schedule of the product, in UTC (crontab lines; WIB is UTC+7). */
export const CRON = [
  // Waiting payments whose time is over: ask the bank a last time, then expire them.
  '* * * * * expire_qris_payments',
  // Codes that were asked for while the bank did not answer.
  '* * * * * sweep_unissued_qris_payments',
  // Payments of stickers whose notification was lost.
  '* * * * * find_lost_sticker_payments',
  // The same for virtual accounts.
  '* * * * * expire_virtual_accounts',
  '* * * * * sweep_unissued_virtual_accounts',
  // Payment links whose time is over, and those whose customer is to be reminded.
  '* * * * * expire_payment_links',
  '* * * * * remind_payment_links',
  // Permanent numbers that wait for the bank; deposits whose message was lost; low payout balances.
  '* * * * * sweep_unfinished_deposit_vas',
  '* * * * * find_lost_deposits',
  '11 * * * * check_payout_balances',
  // Refunds on their way to the bank that no job remembers.
  '* * * * * sweep_refunds',
  // Transfers of refunds that came back after they had succeeded.
  '*/20 * * * * check_returned_refunds',
  // Fold new journals into balances.
  '* * * * * fold_balances',
  // Count payments per hour again where some were made or moved.
  '* * * * * roll_up_transactions',
  // Recompute every balance from its transfers.
  '7 * * * * verify_ledger',
  // 06:00 WIB: what is due today becomes the merchant's; made up for on the same day when no worker ran at that hour.
  '0 23 * * * schedule_settlements ?fill=15h',
  // Payouts that wait for the bank, and payments that do not show the state of their batch yet.
  '* * * * * sweep_settlements',
  // Payouts that came back after they had been credited.
  '30 * * * * check_returned_payouts',
  // Reports whose hour has come, and those of settlements that were paid; what was missed is made up for.
  '* * * * * schedule_reports',
  // Reports on their way that no job remembers.
  '*/10 * * * * sweep_report_runs',
  // Exports whose worker died, and those whose time is over.
  '* * * * * sweep_exports',
  '*/10 * * * * expire_exports',
  // Files whose time is over.
  '23 * * * * remove_stored_files',
  // Notification mails: what a waking missed, digests that are due, mails to be tried again; and the old ones away.
  '* * * * * sweep_notifications',
  '* * * * * tell_new_devices',
  '23 19 * * * delete_expired_notifications ?fill=12h',
  // 08:00 WIB: yesterday in figures; made up for on the same day (WIB) when no worker ran at that hour.
  '0 1 * * * enqueue_daily_summaries ?fill=15h',
].join('\n');
