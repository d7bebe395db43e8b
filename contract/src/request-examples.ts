/**
 * Requests of the API reference whose fields alone make no good example: optional fields that callers usually send, and
 * texts. Ids and everything that is missing here come from the schemas.
 */
export interface RequestExample {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** By name of the route. */
export const REQUEST_EXAMPLES: Record<string, RequestExample> = {
  createTransactionNote: { body: { body: 'Customer asked for a receipt.' } },
  previewFee: { body: { amount: 125_000, method: 'virtual_account', channel_code: 'BCA' } },
  createRefund: { body: { amount: 25_000, reason: 'duplicate', note: 'Charged twice' } },
  rejectRefund: { body: { reason: 'The order was delivered.' } },
  disputeSettlementLine: { body: { reason: 'The fee differs from our agreement.' } },
  createQrisPayment: { body: { amount: 25_000, description: 'Two coffees' } },
  createQrisSticker: { body: { name: 'Front counter', store: 'Senopati', terminal: 'T1' } },
  createVirtualAccount: {
    body: {
      bank: 'BCA',
      holder_name: 'Sari Pratiwi',
      amount_type: 'closed',
      expected_amount: 150_000,
      description: 'Invoice 1001',
    },
  },
  updateVirtualAccount: { body: { expected_amount: 175_000 } },
  createPaymentLink: { body: { title: 'Coffee subscription', type: 'multi_use', amount: 150_000 } },
  updatePaymentLink: { body: { title: 'Coffee subscription, December' } },
  quotePaymentLink: { query: { amount: 150_000 } },
  checkAccount: { body: { bank_code: '014', account_no: '8010000001' } },
  previewDisbursement: { body: { bank_code: '014', amount: 150_000 } },
  cancelDisbursement: { body: { reason: 'Paid in cash' } },
  rejectDisbursement: { body: { reason: 'Wrong amount' } },
  retryDisbursement: { body: { merchant_reference: 'PAYROLL-2' } },
  createBeneficiary: { body: { name: 'Sari', bank_code: '014', account_no: '8010000001' } },
  updateBeneficiary: { body: { name: 'Sari Pratiwi, Bandung' } },
  blockBeneficiary: { body: { reason: 'Account reported as stolen' } },
  uploadDisbursementBatch: { body: { note: 'Salaries' } },
  updateBatchRow: { body: { amount: 125_000 } },
  rejectDisbursementBatch: { body: { reason: 'The file of last month' } },
  rejectBalanceTransfer: { body: { remark: 'Not before the settlement' } },
  savePayoutAlert: { body: { threshold: 5_000_000, recipients: ['finance@example.com'] } },
  createReportRun: { body: { report_type: 'transactions', business_day: '2026-11-21' } },
  resendReport: { body: { channels: ['email'] } },
  saveReportSchedule: {
    body: {
      report_type: 'transactions',
      is_on: true,
      frequency: 'daily',
      hour: 6,
      weekday: null,
      month_day: null,
      format: 'csv',
      delimiter: ',',
    },
  },
  saveNotificationConfiguration: { body: { email_recipients: 'finance@example.com', email_delivery_enabled: true } },
  testSftpConnection: {
    body: {
      sftp_host: 'sftp.example.com',
      sftp_port: 2222,
      sftp_username: 'dasbor-reports',
      sftp_password: 'correct-horse-battery',
    },
  },
  createExport: { body: { list: 'transactions', format: 'csv', query: { status: 'success' } } },
  testWebhook: { body: { type: 'payment.success' } },
  resendWebhookEvents: { body: { object_ids: ['txn_01kagz7v3w8x9y2m4n5p6q7r8s'] } },
  search: { query: { q: 'ORDER-1001' } },
};
