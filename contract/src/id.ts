/** Ids are text: a prefix that names the type of the object, then 26 time-ordered characters (a lower-case ULID). */
import { z } from 'zod';

export const ID_PREFIXES = {
  merchant: 'mer',
  merchant_person: 'mpe',
  merchant_document: 'doc',
  merchant_change: 'mch',
  account_group: 'agr',
  account_group_member: 'agm',
  user: 'usr',
  role: 'rol',
  invitation: 'inv',
  session: 'ses',
  passkey: 'psk',
  remembered_device: 'dev',
  security_event: 'sev',
  sign_in_event: 'sie',
  account_request: 'acr',
  registration: 'reg',
  phone_code: 'pco',
  sms: 'sms',
  transaction: 'txn',
  transaction_event: 'tev',
  qris_payment: 'qr',
  virtual_account: 'va',
  va_payment: 'vap',
  va_inquiry: 'vai',
  payment_link: 'pl',
  payment_link_event: 'ple',
  payment_link_email: 'plm',
  deposit_va: 'dva',
  deposit: 'dep',
  balance_transfer: 'bmv',
  balance_adjustment: 'adj',
  commission_rule: 'cmr',
  commission_booking: 'cmb',
  commission_entry: 'cme',
  commission_statement: 'cms',
  refund: 'rfd',
  refund_bulk: 'rfb',
  account_check: 'ack',
  disbursement: 'dsb',
  disbursement_batch: 'dsbb',
  beneficiary: 'ben',
  bank_transfer: 'btr',
  note: 'note',
  bank_account: 'ba',
  saved_view: 'view',
  analytics_board: 'abd',
  settlement_batch: 'stl',
  settlement_line: 'sln',
  settlement_dispute: 'sdi',
  settlement_term: 'stm',
  rail_log: 'rlg',
  ledger_account: 'led',
  transfer: 'lje',
  journal: 'jrn',
  fee_rule: 'fee',
  invoice: 'ivc',
  bank_statement: 'bst',
  bank_statement_line: 'bsl',
  bank_write_off: 'bwo',
  provider_transfer: 'pje',
  credit_note_request: 'cnr',
  api_key: 'key',
  snap_credential: 'snp',
  bank_credential: 'bcr',
  webhook_endpoint: 'whe',
  webhook_event: 'evt',
  webhook_attempt: 'wha',
  approval_policy: 'apo',
  approval_request: 'apr',
  report_run: 'rrun',
  export: 'exp',
  stored_file: 'file',
  notification_email: 'nml',
  audit: 'aud',
  provider_event: 'pev',
  announcement: 'ann',
  transfer_outage: 'out',
  request: 'req',
} as const;
export type IdType = keyof typeof ID_PREFIXES;

const toPatternSource = (prefix: string) => `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`;
const PATTERN_SOURCES = new Set(Object.values(ID_PREFIXES).map(toPatternSource));

/** Whether a pattern accepts exactly the ids of a type. */
export const isIdPattern = (pattern: RegExp): boolean => PATTERN_SOURCES.has(pattern.source);

/** Schema of the ids of a type, e.g. `idSchema('transaction')` accepts `txn_01j…`. */
export const idSchema = (type: IdType) =>
  z
    .string()
    .regex(new RegExp(toPatternSource(ID_PREFIXES[type])))
    .describe(`Id of a ${type.replace('_', ' ')}`);
