import { Text } from '@mantine/core';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { valueLabel } from '../list/filter-labels.ts';
import { MethodName } from './method-name.tsx';

const idOr = (value: string | null, label: string) => value && <CopyableId value={value} label={label} />;
const instantOr = (at: string | null) => at && <Instant at={at} />;

/** What the payment is: numbers, times, method and source. */
export const SummaryPanel = ({ transaction: of }: { transaction: TransactionDetail }) => (
  <Panel title="Summary">
    <DetailList
      rows={[
        ['Transaction ID', <CopyableId key="id" value={of.id} label="transaction id" />],
        ['Merchant reference', idOr(of.merchant_reference, 'merchant reference')],
        ['Provider', of.provider],
        ["Bank's reference", idOr(of.provider_reference, "bank's reference")],
        ['Description', of.description],
        ['Method', <MethodName key="method" transaction={of} />],
        ['Source', valueLabel(of.source)],
        ['Created', <Instant key="created" at={of.created_at} />],
        ['Expires', instantOr(of.expires_at)],
        ...(of.expired_at === null ? [] : ([['Expired', instantOr(of.expired_at)]] as const)),
        [
          'Paid',
          of.paid_at && (
            <>
              <Instant at={of.paid_at} />
              {of.late_payment && (
                <Text span c="dimmed">
                  {' · after it had expired'}
                </Text>
              )}
            </>
          ),
        ],
        ...(of.settlement_date === null && of.settled_at === null
          ? []
          : ([
              [
                'Settlement',
                of.settled_at ? (
                  <Instant key="settled" at={of.settled_at} />
                ) : (
                  `Expected ${formatDay(`${of.settlement_date}T00:00:00+07:00`)}`
                ),
              ],
            ] as const)),
        ...(of.ip === null ? [] : ([['Payer’s address', of.ip]] as const)),
        ...(of.user_agent === null ? [] : ([['Payer’s browser', of.user_agent]] as const)),
        ...(of.failure_code === null
          ? []
          : ([['Failure', `${of.failure_message ?? 'Refused'} (${of.failure_code})`]] as const)),
      ]}
    />
  </Panel>
);

/** Who pays: as the merchant gave it, and as the bank names the payer. */
export const CustomerPanel = ({ transaction: of }: { transaction: TransactionDetail }) => {
  const known = [of.customer_name, of.customer_email, of.customer_phone, of.payer_name];
  return (
    <Panel title="Customer">
      {known.every((each) => each === null) ? (
        <Text c="dimmed">The payment was asked for without a name, e-mail or phone.</Text>
      ) : (
        <DetailList
          rows={[
            ['Name', of.customer_name],
            ['E-mail', of.customer_email],
            ['Phone', of.customer_phone],
            ['Payer at the bank', of.payer_name],
          ]}
        />
      )}
    </Panel>
  );
};

/** What the merchant's own system hung on the payment; nothing when it hung nothing. */
export function MetadataPanel({ transaction: { metadata } }: { transaction: TransactionDetail }) {
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <Panel title="Metadata">
      <DetailList
        rows={entries.map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        )}
      />
    </Panel>
  );
}
