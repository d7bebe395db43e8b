import { bankName } from '@dasbor/contract/bank';
import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { DocumentType, MerchantDocument, ProfileField } from '@dasbor/contract/business-profile-fields';
import { PERSON_ROLE_LABELS } from '@dasbor/contract/business-profile-labels';
import { formatDay } from '@dasbor/contract/format';
import type { VerificationReview } from '@dasbor/contract/verification';
import type { ReactNode } from 'react';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import { PersonNik } from './person-nik.tsx';
import { toAddressRows, toRows } from './profile-details.tsx';

/** The fields that a document of the business proves. */
const FIELDS: Partial<Record<DocumentType, readonly ProfileField[]>> = {
  npwp_company: ['npwp', 'npwp_name', 'legal_name'],
  nib: ['nib', 'legal_name', 'industry'],
  deed: ['deed_no', 'deed_date', 'legal_name', 'entity_type'],
  sk: ['sk_no', 'sk_date', 'legal_name'],
  license: ['legal_name', 'industry', 'description'],
  business_proof: ['brand_name', 'website', 'description'],
  other: ['brand_name', 'legal_name'],
};

/** The data that a document has to prove, next to its picture. */
export function DocumentDetails({ review, document }: { review: VerificationReview; document: MerchantDocument }) {
  const t = messages();
  const language = currentLanguage();
  const rows: (readonly [string, ReactNode])[] = [
    ...listPersonRows(review, document),
    ...toRows(review, FIELDS[document.document_type] ?? []),
    ...(document.document_type === 'bank_book' ? listAccountRows(review) : []),
    ...(document.document_type === 'nib' ? toAddressRows(review) : []),
    ...(document.expires_on === null ? [] : [[t.details.expires, formatDay(document.expires_on, language)] as const]),
    [t.documents.uploaded(document.uploaded_by), formatInstant(document.uploaded_at)],
    ...(document.reviewed_at === null
      ? []
      : [[t.documents.decided(document.reviewed_by ?? ''), formatInstant(document.reviewed_at)] as const]),
  ];
  return <DetailList rows={rows} />;
}

function listPersonRows(
  { people, merchant_id }: VerificationReview,
  { person_id }: MerchantDocument,
): (readonly [string, ReactNode])[] {
  const t = messages().details;
  const person = people.find(({ id }) => id === person_id);
  if (person === undefined) return [];
  return [
    [t.name, person.name],
    [t.role, PERSON_ROLE_LABELS[person.role][currentLanguage()]],
    [t.nik, <PersonNik key={person.id} merchant_id={merchant_id} person={person} />],
  ];
}

function listAccountRows({ bank_accounts }: VerificationReview): (readonly [string, ReactNode])[] {
  return bank_accounts.map(({ bank_code, account_last4, holder_name }) => [
    messages().details.account,
    `${bankName(bank_code)} ${formatAccountNumber(account_last4)}, ${holder_name}`,
  ]);
}
