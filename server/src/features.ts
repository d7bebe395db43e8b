/** The explicit list of features that the application serves. */
import * as api_log from '@dasbor/contract/api-log';
import * as snap_credential from '@dasbor/contract/snap-credential';
import * as api_settings from '@dasbor/contract/api-settings';
import * as account from '@dasbor/contract/account';
import * as account_check from '@dasbor/contract/account-check';
import * as approval from '@dasbor/contract/approval';
import * as audit from '@dasbor/contract/audit';
import * as branding from '@dasbor/contract/branding';
import * as auth from '@dasbor/contract/auth';
import * as impersonation from '@dasbor/contract/impersonation';
import * as invitation from '@dasbor/contract/invitation';
import * as staff from '@dasbor/contract/staff';
import * as own_merchant from '@dasbor/contract/own-merchant';
import * as register from '@dasbor/contract/register';
import * as mobile_verification from '@dasbor/contract/mobile-verification';
import * as register_member from '@dasbor/contract/register-member';
import * as role from '@dasbor/contract/role';
import * as user from '@dasbor/contract/user';
import * as step_up from '@dasbor/contract/step-up';
import * as bot_check from '@dasbor/contract/bot-check';
import * as file_settings from '@dasbor/contract/file-settings';
import * as ip_allow_list from '@dasbor/contract/ip-allow-list';
import * as password from '@dasbor/contract/password';
import * as second_factor from '@dasbor/contract/second-factor';
import * as analytics from '@dasbor/contract/analytics';
import * as analytics_board from '@dasbor/contract/analytics-board';
import * as dashboard from '@dasbor/contract/dashboard';
import * as onboarding_checklist from '@dasbor/contract/onboarding-checklist';
import * as beneficiary from '@dasbor/contract/beneficiary';
import * as disbursement from '@dasbor/contract/disbursement';
import * as disbursement_batch from '@dasbor/contract/disbursement-batch';
import * as balance from '@dasbor/contract/balance';
import * as balance_adjustment from '@dasbor/contract/balance-adjustment';
import * as cash_flow from '@dasbor/contract/cash-flow';
import * as deposit_va from '@dasbor/contract/deposit-va';
import * as search from '@dasbor/contract/search';
import * as payout_balance from '@dasbor/contract/payout-balance';
import * as notification from '@dasbor/contract/notification';
import * as manage_notifications from '@dasbor/contract/manage-notifications';
import * as report from '@dasbor/contract/report';
import * as report_delivery from '@dasbor/contract/report-delivery';
import * as exports_of_lists from '@dasbor/contract/export';
import * as payment_link from '@dasbor/contract/payment-link';
import * as live from '@dasbor/contract/live';
import * as pay from '@dasbor/contract/pay';
import * as business_profile from '@dasbor/contract/business-profile';
import * as profile from '@dasbor/contract/profile';
import * as region from '@dasbor/contract/region';
import * as verification from '@dasbor/contract/verification';
import * as qris_payment from '@dasbor/contract/qris-payment';
import * as qris_picture from '@dasbor/contract/qris-image';
import * as qris_sticker from '@dasbor/contract/sticker';
import * as refund from '@dasbor/contract/refund';
import * as virtual_account from '@dasbor/contract/virtual-account';
import * as virtual_account_payment from '@dasbor/contract/virtual-account-payment';
import * as settlement from '@dasbor/contract/settlement';
import * as settlement_calendar from '@dasbor/contract/settlement-calendar';
import * as settlement_dispute from '@dasbor/contract/settlement-dispute';
import * as settlement_steering from '@dasbor/contract/settlement-admin';
import * as webhook from '@dasbor/contract/webhook';
import * as stored_file from '@dasbor/contract/stored-file';
import * as transaction from '@dasbor/contract/transaction';
import * as transaction_note from '@dasbor/contract/transaction-note';
import * as standard_fee_rule from '@dasbor/contract/standard-fee-rule';
import * as fee_rule from '@dasbor/contract/fee-rule';
import * as bank_transfer from '@dasbor/contract/bank-transfer';
import * as rail_terms from '@dasbor/contract/rail-terms';
import * as bank_movement from '@dasbor/contract/bank-movement';
import * as bank_statement from '@dasbor/contract/bank-statement';
import * as invoice from '@dasbor/contract/invoice';
import * as saved_view from '@dasbor/contract/saved-view';
import { accountCheckHandlers } from './account-check/handlers.ts';
import { apiSettingsHandlers } from './api-settings/handlers.ts';
import { snapCredentialHandlers } from './snap-credential/handlers.ts';
import { apiLogHandlers } from './api-settings/log-handlers.ts';
import { APPROVAL_HANDLERS } from './approval-ports.ts';
import { auditHandlers } from './audit/handlers.ts';
import { BRANDING_HANDLERS } from './branding-ports.ts';
import { accountHandlers } from './auth/account-handlers.ts';
import { botCheckHandlers } from './auth/bot-check-handlers.ts';
import { authHandlers } from './auth/handlers.ts';
import { mobileVerificationHandlers } from './auth/mobile-verification-handlers.ts';
import { registerHandlers } from './auth/register-handlers.ts';
import { startOnboarding } from './merchant/start-onboarding.ts';
import { impersonationHandlers } from './auth/impersonation.ts';
import { ownMerchantHandlers } from './auth/own-merchant-handlers.ts';
import { roleHandlers } from './role/handlers.ts';
import { userHandlers } from './user/handlers.ts';
import { invitationHandlers } from './user/invitation-handlers.ts';
import { staffHandlers } from './user/staff-handlers.ts';
import { registerMemberHandlers } from './invitation-ports.ts';
import { stepUpHandlers } from './auth/step-up-handlers.ts';
import { ipAllowListHandlers } from './auth/ip-allow-list-handlers.ts';
import { fileSettingHandlers } from './file-settings/handlers.ts';
import { passwordHandlers } from './auth/password-handlers.ts';
import { secondFactorHandlers } from './second-factor/handlers.ts';
import { checklistHandlers } from './dashboard/checklist-handlers.ts';
import { analyticsBoardHandlers } from './analytics/board-handlers.ts';
import { analyticsHandlers } from './analytics/handlers.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { balanceHandlers } from './balance/handlers.ts';
import { balanceAdjustmentHandlers } from './balance-adjustment/handlers.ts';
import { cashFlowHandlers } from './cash-flow/handlers.ts';
import { searchHandlers } from './search/handlers.ts';
import { storageHandlers } from './storage/handlers.ts';
import { beneficiaryHandlers } from './disbursement/beneficiary-handlers.ts';
import { disbursementHandlers } from './disbursement/handlers.ts';
import { disbursementBatchHandlers } from './disbursement-batch/handlers.ts';
import { payoutBalanceHandlers } from './payout-balance/handlers.ts';
import { depositVaHandlers } from './deposit-va/handlers.ts';
import { METHOD_PORTS, PAYMENT_METHODS } from './payment-methods.ts';
import { liveHandlers } from './live/handlers.ts';
import { notificationFeedHandlers } from './notification/handlers.ts';
import { notificationHandlers } from './manage-notifications/handlers.ts';
import { reportDeliveryHandlers } from './report/delivery-handlers.ts';
import { reportHandlers } from './report/handlers.ts';
import { exportHandlers } from './export/handlers.ts';
import { payHandlers } from './pay/handlers.ts';
import { paymentLinkHandlers } from './payment-link/handlers.ts';
import { profileHandlers } from './profile/handlers.ts';
import { regionHandlers } from './region/handlers.ts';
import { businessProfileHandlers } from './verification/handlers.ts';
import { verificationHandlers } from './verification/review-handlers.ts';
import { qrisPaymentHandlers } from './qris-payment/handlers.ts';
import { qrisImageHandlers } from './qris-payment/qr-image-handlers.ts';
import { stickerHandlers } from './sticker/handlers.ts';
import { refundHandlers } from './refund/handlers.ts';
import { settlementCalendarHandlers } from './settlement/calendar-handlers.ts';
import { settlementDisputeHandlers } from './settlement/dispute-handlers.ts';
import { settlementHandlers } from './settlement/handlers.ts';
import { settlementAdminHandlers } from './settlement/setting-handlers.ts';
import { transactionHandlers } from './transaction/handlers.ts';
import { virtualAccountHandlers } from './virtual-account/handlers.ts';
import { vaPaymentHandlers } from './virtual-account/payment-handlers.ts';
import { transactionNoteHandlers } from './transaction-note/handlers.ts';
import { standardFeeRuleHandlers } from './fee-rule/standard-handlers.ts';
import { feeRuleHandlers } from './fee-rule/handlers.ts';
import { bankTransferHandlers } from './bank-transfer/handlers.ts';
import { railTermsHandlers } from './bank-transfer/rail-handlers.ts';
import { bankStatementHandlers } from './bank-statement/handlers.ts';
import { bankMovementHandlers } from './bank-statement/movement-handlers.ts';
import { invoiceHandlers } from './invoice/handlers.ts';
import { webhookHandlers } from './webhook/handlers.ts';
import { savedViewHandlers } from './saved-view/handlers.ts';
import { PROVIDER_FEATURES } from './provider-features.ts';

/** All features: contract file and handlers. Removing a feature removes one line here or in PROVIDER_FEATURES. */
export const FEATURES: [file: object, handlers: Record<string, unknown>][] = [
  [auth, authHandlers],
  [own_merchant, ownMerchantHandlers],
  [register, registerHandlers],
  [mobile_verification, mobileVerificationHandlers(startOnboarding)],
  [impersonation, impersonationHandlers],
  [register_member, registerMemberHandlers],
  [user, userHandlers],
  [invitation, invitationHandlers],
  [staff, staffHandlers],
  [role, roleHandlers],
  [step_up, stepUpHandlers],
  [password, passwordHandlers],
  [file_settings, fileSettingHandlers],
  [ip_allow_list, ipAllowListHandlers],
  [account, accountHandlers],
  [bot_check, botCheckHandlers],
  [second_factor, secondFactorHandlers],
  [profile, profileHandlers],
  [business_profile, businessProfileHandlers],
  [verification, verificationHandlers],
  [region, regionHandlers],
  [dashboard, dashboardHandlers],
  [analytics, analyticsHandlers],
  [analytics_board, analyticsBoardHandlers],
  [onboarding_checklist, checklistHandlers],
  [transaction, transactionHandlers(METHOD_PORTS)],
  [transaction_note, transactionNoteHandlers],
  [fee_rule, feeRuleHandlers],
  [standard_fee_rule, standardFeeRuleHandlers],
  [invoice, invoiceHandlers],
  [bank_statement, bankStatementHandlers],
  [bank_movement, bankMovementHandlers],
  [bank_transfer, bankTransferHandlers],
  [rail_terms, railTermsHandlers],
  [saved_view, savedViewHandlers],
  [refund, refundHandlers],
  [account_check, accountCheckHandlers],
  [disbursement, disbursementHandlers],
  [disbursement_batch, disbursementBatchHandlers],
  [beneficiary, beneficiaryHandlers],
  [approval, APPROVAL_HANDLERS],
  [settlement, settlementHandlers],
  [settlement_dispute, settlementDisputeHandlers],
  [settlement_steering, settlementAdminHandlers],
  [settlement_calendar, settlementCalendarHandlers],
  [virtual_account, virtualAccountHandlers],
  [virtual_account_payment, vaPaymentHandlers],
  [qris_payment, qrisPaymentHandlers],
  [qris_sticker, stickerHandlers],
  [qris_picture, qrisImageHandlers],
  [payment_link, paymentLinkHandlers],
  [pay, payHandlers(PAYMENT_METHODS)],
  [balance, balanceHandlers],
  [balance_adjustment, balanceAdjustmentHandlers],
  [cash_flow, cashFlowHandlers],
  [deposit_va, depositVaHandlers],
  [payout_balance, payoutBalanceHandlers],
  [manage_notifications, notificationHandlers],
  [report, reportHandlers],
  [report_delivery, reportDeliveryHandlers],
  [exports_of_lists, exportHandlers],
  [api_settings, apiSettingsHandlers],
  [api_log, apiLogHandlers],
  [snap_credential, snapCredentialHandlers],
  [webhook, webhookHandlers],
  [stored_file, storageHandlers],
  [search, searchHandlers],
  [live, liveHandlers],
  [notification, notificationFeedHandlers],
  [audit, auditHandlers],
  [branding, BRANDING_HANDLERS],
  ...PROVIDER_FEATURES,
];
