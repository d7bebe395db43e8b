/**
 * Column types more precise than PostgreSQL's own: unions from CHECK constraints such as `status in ('a', 'b')`,
 * and contract types of JSON columns and of text that the application alone restricts.
 */
import pg from 'pg';

/** Types of server/src/db/column-types.ts by JSON column. */
const JSON_TYPES: Record<string, string> = {
  'analytics_board.widgets': 'BoardWidgets',
  'api_key.access': 'AccessEntries',
  'approval_policy.tiers': 'ApprovalTiers',
  'approval_request.details': 'ApprovalSubjectDetails',
  'commission_rule.tiers': 'CommissionTiers',
  'disbursement_batch_row.issues': 'RowIssues',
  'export.request': 'ListRequest',
  'invoice.billed_to': 'InvoiceRecipient',
  'invoice.issuer': 'InvoiceIssuer',
  'list_layout.columns': 'LayoutColumns',
  'merchant_change.after': 'ProfileValues',
  'merchant_change.before': 'ProfileValues',
  'notification_email_outbox.template_data': 'TemplateData',
  'payment_link.channels': 'LinkChannels',
  'payment_link.collect_fields': 'LinkCollectFields',
  'payment_link.customer': 'LinkCustomer',
  'payment_link.items': 'LinkItems',
  'payment_link.metadata': 'LinkMetadata',
  'payment_link.notify': 'LinkNotify',
  'payment_link.reminders': 'LinkReminders',
  'refund_bulk.results': 'BulkRefundResults',
  'snap_credential.notify_urls': 'NotifyUrls',
  'security_event.details': 'SecurityEventDetails',
  'role.access': 'AccessEntries',
  'transaction.metadata': 'TransactionMetadata',
  'virtual_account.metadata': 'VaMetadata',
  'virtual_account.other_terms': 'VaOtherTerms',
  'webhook_attempt.request_headers': 'HttpHeaders',
  'webhook_attempt.response_headers': 'HttpHeaders',
  'webhook_event.data': 'WebhookData',
};

/** Types of text columns without a CHECK constraint: of column-types.ts, or the type of another column. */
const TEXT_TYPES: Record<string, string> = {
  'commission_statement_event.from_status': 'CommissionStatement["status"]',
  'commission_statement_event.to_status': 'CommissionStatement["status"]',
  'deposit.bank': 'VirtualAccount["bank"]',
  'deposit_event.from_status': 'Deposit["status"]',
  'deposit_event.to_status': 'Deposit["status"]',
  'deposit_va.bank': 'VirtualAccount["bank"]',
  'disbursement_batch_event.from_status': 'DisbursementBatch["status"]',
  'disbursement_batch_event.to_status': 'DisbursementBatch["status"]',
  'disbursement_event.from_status': 'Disbursement["status"]',
  'disbursement_event.to_status': 'Disbursement["status"]',
  'export.list': 'ExportList',
  'security_event.kind': 'SecurityEventKind',
  'login.role': 'ProviderRole',
  'invitation.role': 'RoleKey',
  'merchant.industry': 'Industry',
  'membership.role': 'RoleKey',
  'settlement_event.from_status': 'SettlementBatch["status"]',
  'settlement_event.to_status': 'SettlementBatch["status"]',
  'sign_in_event.reason': 'SignInReason',
  'transaction_event.code': 'TransactionEventCode',
  'transaction_event.from_status': 'Transaction["status"]',
  'transaction_event.to_status': 'Transaction["status"]',
  'va_payment.response': 'SnapResponseKind',
  'virtual_account_event.from_status': 'VirtualAccount["status"]',
  'virtual_account_event.to_status': 'VirtualAccount["status"]',
  'webhook_delivery.last_error': 'WebhookError',
  'webhook_event.type': 'WebhookEventType',
};

interface Column {
  table_name: string;
  name: string;
  type: 'text' | 'bpchar' | 'jsonb';
  is_nullable: boolean;
  has_default: boolean;
  /** Definitions of the validated CHECK constraints of this column alone. */
  checks: string[];
}

interface Overrides {
  /** TypeScript type by `table.column`. */
  columns: Record<string, string>;
  /** Module of each type that `columns` names. */
  imports: Record<string, string>;
}

/** Derives the overrides of kysely-codegen from a migrated database. */
export async function readColumnOverrides(url: string): Promise<Overrides> {
  const columns: Record<string, string> = {};
  const unused = new Set([...Object.keys(JSON_TYPES), ...Object.keys(TEXT_TYPES)]);
  for (const column of await readColumns(url)) {
    const name = `${column.table_name}.${column.name}`;
    const type = getType(name, column);
    unused.delete(name);
    if (type === undefined) continue;
    const selected = column.is_nullable ? `${type} | null` : type;
    columns[name] = column.has_default ? `Generated<${selected}>` : selected;
  }
  if (unused.size > 0) throw new Error(`No such columns: ${[...unused].join(', ')}`);
  const named = [...Object.values(JSON_TYPES), ...Object.values(TEXT_TYPES), 'JsonColumn'];
  const names = named.filter((type) => /^\w+$/.test(type));
  return { columns, imports: Object.fromEntries(names.map((type) => [type, './column-types.ts'])) };
}

function getType(name: string, { type, checks }: Column): string | undefined {
  if (type === 'jsonb') return JSON_TYPES[name] && `JsonColumn<${JSON_TYPES[name]}>`;
  return checks.map(parseUnion).find((union) => union !== undefined) ?? TEXT_TYPES[name];
}

/** A definition such as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))` as a union; undefined for other checks. */
export function parseUnion(definition: string): string | undefined {
  const text = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|('[^']*'::\w+))\)\)$/.exec(definition);
  const values = [...(text?.[1] ?? text?.[2] ?? '').matchAll(/'([^']*)'::\w+/g)];
  return values.length === 0 ? undefined : values.map(([, value]) => JSON.stringify(value)).join(' | ');
}

async function readColumns(url: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select t.relname as table_name, a.attname as name, y.typname as type,
        not a.attnotnull as is_nullable, a.atthasdef as has_default,
        array(
          select pg_get_constraintdef(c.oid) from pg_constraint c
          where c.conrelid = t.oid and c.contype = 'c' and c.convalidated and c.conkey = array[a.attnum]
          order by c.conname
        ) as checks
      from pg_attribute a
      join pg_class t on t.oid = a.attrelid and t.relnamespace = 'app'::regnamespace and t.relkind in ('r', 'p')
      join pg_type y on y.oid = a.atttypid and y.typname in ('text', 'bpchar', 'jsonb')
      where a.attnum > 0 and not a.attisdropped
      order by t.relname, a.attname`);
    return rows;
  } finally {
    await client.end();
  }
}
