import { Text } from '@mantine/core';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { TransactionDetail } from './fee-words.ts';
import { labelOfValue } from '../list/filter-words.ts';
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
        ["Bank's reference", idOr(of.provider_reference, "bank's reference")],
        ['Description', of.description],
        ['Method', <MethodName key="method" transaction={of} />],
        ['Source', labelOfValue(of.source)],
        ['Created', <Instant key="created" at={of.created_at} />],
        [of.status === 'expired' ? 'Expired' : 'Expires', instantOr(of.expires_at)],
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
        ...(of.failure_code === null
          ? []
          : ([['Failure', `${of.failure_message ?? 'Refused'} (${of.failure_code})`]] as const)),
      ]}
    />
  </Panel>
);

/** Who pays. */
export const CustomerPanel = ({ transaction: of }: { transaction: TransactionDetail }) => (
  <Panel title="Customer">
    {of.customer_name === null && of.customer_email === null ? (
      <Text c="dimmed">The payment was asked for without a name or e-mail.</Text>
    ) : (
      <DetailList
        rows={[
          ['Name', of.customer_name],
          ['E-mail', of.customer_email],
        ]}
      />
    )}
  </Panel>
);
