/**
 * Column types of the generated schema: timestamps are read as ISO 8601 text, JSON columns have the types of their
 * contract. Which column has which type is in scripts/column-overrides.ts.
 */
export type { Industry } from '@dasbor/contract/industry';
import type { BoardWidget, ProviderBoardWidget } from '@dasbor/contract/analytics-board';
import type { ColumnType } from 'kysely';
import type { CommissionTier } from '@dasbor/contract/account-group-commission-fields';
import type { AccessEntry } from '@dasbor/contract/access';
import type { ApprovalTier } from '@dasbor/contract/approval';
import type { ProfileFields } from '@dasbor/contract/business-profile-fields';
import type { RowIssue } from '@dasbor/contract/disbursement-batch-issues';
import type { InvoiceIssuer as Issuer, InvoiceRecipient as Recipient } from '@dasbor/contract/invoice';
import type { Language, Localized } from '@dasbor/contract/language';
import type { StoredLink } from '@dasbor/contract/payment-link-terms';
import type { createRefunds } from '@dasbor/contract/refund';
import type { Output } from '@dasbor/contract/route';
import type { SnapNotification } from '@dasbor/contract/snap-credential';
import type { ListLayout } from '@dasbor/contract/saved-view';
import type { TimeZone } from '@dasbor/contract/time';
import type { Transaction } from '@dasbor/contract/transaction';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';

export type { SecurityEventKind, SignInReason } from '@dasbor/contract/account';
export type { ApprovalSubjectDetails } from '@dasbor/contract/approval-fields';
export type { ProviderRole, RoleKey } from '@dasbor/contract/access';
export type { ExportList } from '@dasbor/contract/export';
export type { SnapResponseKind } from '@dasbor/contract/snap';
export type { TransactionEventCode } from '@dasbor/contract/transaction';

export type Instant = ColumnType<string, Date | string, Date | string>;

/** JSON is written as text and read as a value of the type. */
export type JsonColumn<T> = ColumnType<T, string, string>;

export type AccessEntries = AccessEntry[];
export type ApprovalTiers = ApprovalTier[];
export type CommissionTiers = CommissionTier[];
export type InvoiceIssuer = Issuer;
export type InvoiceRecipient = Recipient;
export type LayoutColumns = ListLayout['columns'];
export type LinkChannels = StoredLink['channels'];
export type LinkCollectFields = StoredLink['collect_fields'];
export type LinkCustomer = NonNullable<StoredLink['customer']>;
export type LinkItems = StoredLink['items'];
export type LinkMetadata = NonNullable<StoredLink['metadata']>;
export type LinkNotify = StoredLink['notify'];
export type LinkReminders = StoredLink['reminders'];
/** Base URLs of notifications over SNAP BI, by service. */
export type NotifyUrls = Partial<Record<SnapNotification, string>>;
/** Fields of a business profile, by name. */
export type ProfileValues = Partial<ProfileFields>;
export type TransactionMetadata = NonNullable<Transaction['metadata']>;
export type VaMetadata = NonNullable<VirtualAccount['metadata']>;
/** Amounts of a number that may have held at the bank besides its current ones. */
export type VaOtherTerms = (Pick<VirtualAccount, 'expected_amount' | 'amount_min' | 'amount_max'> & {
  /** Null: since the number exists. */
  from: string | null;
  /** Null: the bank did not confirm or decline them yet. */
  until: string | null;
})[];

/** The data of an email about an event, by name. Amounts are whole rupiah, times ISO-8601. */
export type TemplateData = Readonly<Record<string, unknown>>;

/** More about a security event for the audit log, by name. */
export type SecurityEventDetails = Record<string, string | number | boolean | null>;

/** A result as stored: the detail of a refusal in both languages; rows from before have one language. */
export type BulkRefundResult = Omit<Output<typeof createRefunds>['data'][number], 'refusal'> & {
  refusal: { code: string; detail: string | Localized } | null;
};
export type BulkRefundResults = BulkRefundResult[];

export type RowIssues = RowIssue[];

/** The requested list of an export, not validated. */
export interface ListRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Language of the headers; absent in exports from before languages. */
  language?: Language;
  /** Zone of times; absent in exports from before the setting, which are in WIB. */
  time_zone?: TimeZone;
}

/** The payload of a webhook event, frozen when it was recorded. */
export type WebhookData = Readonly<Record<string, unknown>>;
export type HttpHeaders = Record<string, string>;
export type { WebhookError } from '@dasbor/contract/webhook-fields';
export type { WebhookEventType } from '@dasbor/contract/webhook-events';

export type BoardWidgets = (BoardWidget | ProviderBoardWidget)[];
