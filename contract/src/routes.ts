/** Every route of the API, in the order of the reference page. A route that is not listed here is not served. */
import { z } from 'zod';
import * as account_group_commission from './account-group-commission.ts';
import * as account_group_commission_fields from './account-group-commission-fields.ts';
import * as commission_statement from './commission-statement.ts';
import * as account from './account.ts';
import * as account_check from './account-check.ts';
import * as api_log from './api-log.ts';
import * as bank_credential from './bank-credential.ts';
import * as snap_credential from './snap-credential.ts';
import * as approval from './approval.ts';
import * as audit from './audit.ts';
import * as branding from './branding.ts';
import * as auth from './auth.ts';
import * as step_up from './step-up.ts';
import * as bot_check from './bot-check.ts';
import * as file_settings from './file-settings.ts';
import * as ip_allow_list from './ip-allow-list.ts';
import * as password from './password.ts';
import * as second_factor from './second-factor.ts';
import * as business_profile from './business-profile.ts';
import * as profile from './profile.ts';
import * as region from './region.ts';
import * as verification from './verification.ts';
import * as dashboard from './dashboard.ts';
import * as analytics from './analytics.ts';
import * as announcement from './announcement.ts';
import * as outage from './outage.ts';
import * as channel_health from './channel-health.ts';
import * as analytics_board from './analytics-board.ts';
import * as onboarding_checklist from './onboarding-checklist.ts';
import * as transaction from './transaction.ts';
import * as transaction_note from './transaction-note.ts';
import * as fee_rule from './fee-rule.ts';
import * as standard_fee_rule from './standard-fee-rule.ts';
import * as invoice from './invoice.ts';
import * as bank_movement from './bank-movement.ts';
import * as bank_statement from './bank-statement.ts';
import * as bank_transfer from './bank-transfer.ts';
import * as beneficiary from './beneficiary.ts';
import * as disbursement from './disbursement.ts';
import * as disbursement_batch from './disbursement-batch.ts';
import * as saved_view from './saved-view.ts';
import * as rail_terms from './rail-terms.ts';
import * as refund from './refund.ts';
import * as settlement from './settlement.ts';
import * as settlement_steering from './settlement-admin.ts';
import * as settlement_dispute from './settlement-dispute.ts';
import * as settlement_calendar from './settlement-calendar.ts';
import * as qris_payment from './qris-payment.ts';
import * as pay from './pay.ts';
import * as payment_link from './payment-link.ts';
import * as qris_picture from './qris-image.ts';
import * as qris_sticker from './sticker.ts';
import * as virtual_account from './virtual-account.ts';
import * as virtual_account_payment from './virtual-account-payment.ts';
import * as balance from './balance.ts';
import * as balance_adjustment from './balance-adjustment.ts';
import * as cash_flow from './cash-flow.ts';
import * as deposit_va from './deposit-va.ts';
import * as payout_balance from './payout-balance.ts';
import * as manage_notifications from './manage-notifications.ts';
import * as report from './report.ts';
import * as report_delivery from './report-delivery.ts';
import * as exports_of_lists from './export.ts';
import * as api_settings from './api-settings.ts';
import * as webhook from './webhook.ts';
import * as webhook_fields from './webhook-fields.ts';
import * as stored_file from './stored-file.ts';
import * as search from './search.ts';
import * as live from './live.ts';
import * as notification from './notification.ts';
import * as user from './user.ts';
import * as invitation from './invitation.ts';
import * as staff from './staff.ts';
import * as role from './role.ts';
import * as register from './register.ts';
import * as mobile_verification from './mobile-verification.ts';
import * as register_member from './register-member.ts';
import * as impersonation from './impersonation.ts';
import * as own_merchant from './own-merchant.ts';
import * as merchant from './merchant.ts';
import * as merchant_channels from './merchant-channels.ts';
import * as merchant_note from './merchant-note.ts';
import * as merchant_lists from './merchant-lists.ts';
import * as provider_search from './provider-search.ts';
import * as merchant_view from './merchant-view.ts';
import * as job from './job.ts';
import * as exception_action from './exception-action.ts';
import * as operations from './operations.ts';
import * as merchant_fields from './merchant-fields.ts';
import * as account_group from './account-group.ts';
import * as account_group_user from './account-group-user.ts';
import * as account_group_fields from './account-group-fields.ts';
import type { Route } from './route.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

const FILES = {
  auth: {
    ...auth,
    ...step_up,
    ...password,
    ...file_settings,
    ...ip_allow_list,
    ...account,
    ...bot_check,
    ...own_merchant,
    ...register,
    ...mobile_verification,
    ...impersonation,
    ...register_member,
  },
  'second-factor': second_factor,
  profile,
  verification: { ...business_profile, ...verification },
  region,
  dashboard: { ...dashboard, ...onboarding_checklist },
  analytics: { ...analytics, ...analytics_board },
  transaction,
  'transaction-note': transaction_note,
  'fee-rule': { ...fee_rule, ...standard_fee_rule },
  invoice,
  'bank-statement': { ...bank_statement, ...bank_movement },
  'saved-view': saved_view,
  refund,
  approval,
  settlement: { ...settlement, ...settlement_dispute, ...settlement_steering, ...settlement_calendar },
  'qris-payment': { ...qris_payment, ...qris_sticker, ...qris_picture },
  'virtual-account': { ...virtual_account, ...virtual_account_payment },
  'payment-link': payment_link,
  pay,
  'account-check': account_check,
  disbursement: { ...disbursement, ...beneficiary },
  'bank-transfer': { ...bank_transfer, ...rail_terms },
  'disbursement-batch': disbursement_batch,
  balance,
  'balance-adjustment': balance_adjustment,
  'cash-flow': cash_flow,
  'deposit-va': deposit_va,
  'payout-balance': payout_balance,
  'manage-notifications': manage_notifications,
  report: { ...report, ...report_delivery },
  export: exports_of_lists,
  'api-settings': { ...api_settings, ...api_log },
  'snap-credential': snap_credential,
  webhook: { ...webhook_fields, ...webhook },
  storage: stored_file,
  search,
  live,
  notification,
  user: { ...user, ...invitation, ...staff },
  role,
  audit,
  branding,
  'account-group-commission': {
    ...account_group_commission_fields,
    ...account_group_commission,
    ...commission_statement,
  },
  announcement,
  outage,
  operations: { ...operations, ...exception_action, ...job, ...channel_health },
  merchant: { ...merchant_fields, ...merchant, ...merchant_note, ...merchant_channels, ...merchant_view },
  'bank-credential': bank_credential,
  'merchant-lists': merchant_lists,
  'provider-search': provider_search,
  'account-group': { ...account_group_fields, ...account_group, ...account_group_user },
};

/** Routes by feature, which is the tag in the API reference and the folder of the handler. */
export const ROUTES_BY_FEATURE: Record<string, Route[]> = Object.fromEntries(
  Object.entries(FILES).map(([feature, file]) => [feature, (Object.values(file) as unknown[]).filter(isRoute)]),
);

export const ROUTES: Route[] = Object.values(ROUTES_BY_FEATURE).flat();

const isObjectSchema = (value: unknown): value is z.ZodObject => value instanceof z.ZodObject;

/** The objects that contract files export, by a name for the API reference: `exportFields` becomes `Export`. */
export const SCHEMAS_BY_NAME: Record<string, z.ZodObject> = Object.fromEntries(
  Object.values(FILES)
    .flatMap((file) => Object.entries(file))
    .filter((entry): entry is [string, z.ZodObject] => isObjectSchema(entry[1]))
    .map(([name, schema]) => [name.replace(/Fields$/, '').replace(/^./, (first) => first.toUpperCase()), schema]),
);
