import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import { Text } from '@mantine/core';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant, formatBusinessDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { formatFilterValue } from '../list/filter-labels.ts';
import { MethodName } from './method-name.tsx';
import { messages } from './messages.ts';

const idOr = (value: string | null, label: string) => value && <CopyableId value={value} label={label} />;
const renderInstant = (at: string | null) => at && <Instant at={at} />;

/** IDs, times, method and source of the payment. */
export const SummaryPanel = ({ transaction: of }: { transaction: TransactionDetail }) => {
  const { columns, details } = messages();
  return (
    <Panel title={details.summary}>
      <DetailList
        rows={[
          [columns.id, <CopyableId key="id" value={of.id} label={columns.id} />],
          [columns.reference, idOr(of.merchant_reference, columns.reference)],
          [details.provider, of.provider === BANK_PARTNER_ID ? details.partner_bank : of.provider],
          [columns.bank_reference, idOr(of.provider_reference, columns.bank_reference)],
          [columns.description, of.description],
          [columns.method, <MethodName key="method" transaction={of} />],
          [columns.source, formatFilterValue(of.source)],
          [columns.time, <Instant key="created" at={of.created_at} />],
          [columns.expires, renderInstant(of.expires_at)],
          ...(of.expired_at === null ? [] : ([[columns.expired, renderInstant(of.expired_at)]] as const)),
          [
            columns.paid,
            of.paid_at && (
              <>
                <Instant at={of.paid_at} />
                {of.late_payment && (
                  <Text span c="dimmed">
                    {` · ${details.paid_late}`}
                  </Text>
                )}
              </>
            ),
          ],
          ...(of.settlement_date === null && of.settled_at === null
            ? []
            : ([
                [
                  columns.settlement,
                  of.settled_at ? (
                    <Instant key="settled" at={of.settled_at} />
                  ) : (
                    details.settlement_expected(formatBusinessDay(of.settlement_date ?? ''))
                  ),
                ],
              ] as const)),
          ...(of.ip === null ? [] : ([[details.ip, of.ip]] as const)),
          ...(of.user_agent === null ? [] : ([[details.user_agent, of.user_agent]] as const)),
          ...(of.failure_code === null
            ? []
            : ([[columns.failure, `${of.failure_message ?? details.refused} (${of.failure_code})`]] as const)),
        ]}
      />
    </Panel>
  );
};

/** Customer data of the merchant, and the payer name of the bank. */
export const CustomerPanel = ({ transaction: of }: { transaction: TransactionDetail }) => {
  const t = messages().customer;
  const known = [of.customer_name, of.customer_email, of.customer_phone, of.payer_name];
  return (
    <Panel title={t.title}>
      {known.every((each) => each === null) ? (
        <Text c="dimmed">{t.none}</Text>
      ) : (
        <DetailList
          rows={[
            [t.name, of.customer_name],
            [t.email, of.customer_email],
            [t.phone, of.customer_phone],
            [t.payer, of.payer_name],
          ]}
        />
      )}
    </Panel>
  );
};

/** Metadata of the merchant, if there is any. */
export function MetadataPanel({ transaction: { metadata } }: { transaction: TransactionDetail }) {
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <Panel title={messages().columns.metadata}>
      <DetailList
        rows={entries.map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        )}
      />
    </Panel>
  );
}
