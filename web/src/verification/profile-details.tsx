import { bankName } from '@dasbor/contract/bank';
import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { ProfileField } from '@dasbor/contract/business-profile-fields';
import { FIELD_LABELS, PERSON_ROLE_LABELS } from '@dasbor/contract/business-profile-labels';
import type { VerificationReview } from '@dasbor/contract/verification';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatDetail } from './format-detail.ts';
import { messages } from './messages.ts';
import { PersonNik } from './person-nik.tsx';

const BUSINESS: readonly ProfileField[] = [
  'brand_name',
  'legal_name',
  'entity_type',
  'industry',
  'description',
  'website',
  'email',
  'phone',
  'cs_email',
  'cs_phone',
  'monthly_volume',
];
const LEGAL: readonly ProfileField[] = ['nib', 'npwp', 'npwp_name', 'deed_no', 'deed_date', 'sk_no', 'sk_date'];

/** The rows of some fields of the profile. */
export const toRows = (
  { fields }: Pick<VerificationReview, 'fields'>,
  names: readonly ProfileField[],
): [label: string, value: string | null][] =>
  names.map((field) => [FIELD_LABELS[field][currentLanguage()], formatDetail(field, fields[field])]);

export const toAddressRows = ({ fields, names }: VerificationReview): [label: string, value: string | null][] => {
  const language = currentLanguage();
  return [
    [FIELD_LABELS.address_line[language], fields.address_line],
    [FIELD_LABELS.village_code[language], names.village],
    [FIELD_LABELS.district_code[language], names.district],
    [FIELD_LABELS.regency_code[language], names.regency],
    [FIELD_LABELS.province_code[language], names.province],
    [FIELD_LABELS.postal_code[language], fields.postal_code],
  ];
};

/** Everything that the merchant entered. */
export function ProfileDetails({ review }: { review: VerificationReview }) {
  const t = messages().profile;
  return (
    <Panel title={t.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Group title={t.business}>
          <DetailList rows={toRows(review, BUSINESS)} />
        </Group>
        <Stack gap="lg">
          <Group title={t.address}>
            <DetailList rows={toAddressRows(review)} />
          </Group>
          <Group title={t.legal}>
            <DetailList rows={toRows(review, LEGAL)} />
          </Group>
        </Stack>
        <Group title={t.people}>
          <People review={review} />
        </Group>
        <Group title={t.accounts}>
          <Accounts review={review} />
        </Group>
      </SimpleGrid>
    </Panel>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz="md" mb={6}>
      {title}
    </Title>
    {children}
  </section>
);

function People({ review }: { review: VerificationReview }) {
  const t = messages();
  if (review.people.length === 0) return <Text c="dimmed">{t.profile.no_people}</Text>;
  return (
    <Stack gap="md">
      {review.people.map((person) => (
        <div key={person.id}>
          <Text fw={600}>{person.name}</Text>
          <DetailList
            rows={[
              [t.details.role, PERSON_ROLE_LABELS[person.role][currentLanguage()]],
              [t.details.nik, <PersonNik key="nik" merchant_id={review.merchant_id} person={person} />],
              [t.details.phone, person.phone],
              [t.details.email, person.email],
              [t.details.share, person.share_bps === null ? null : `${person.share_bps / 100}%`],
            ]}
          />
        </div>
      ))}
    </Stack>
  );
}

function Accounts({ review }: { review: VerificationReview }) {
  const t = messages();
  if (review.bank_accounts.length === 0) return <Text c="dimmed">{t.profile.no_accounts}</Text>;
  return (
    <Stack gap="sm">
      {review.bank_accounts.map(({ bank_code, account_last4, holder_name, is_name_matching }) => (
        <div key={`${bank_code} ${account_last4}`}>
          <Text>
            {bankName(bank_code)} {formatAccountNumber(account_last4)}, {holder_name}
          </Text>
          <StatusChip
            status="name"
            tone={is_name_matching ? 'success' : 'warning'}
            label={is_name_matching ? t.details.name_matches : t.details.name_differs}
          />
        </div>
      ))}
    </Stack>
  );
}
