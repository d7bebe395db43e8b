/** Builds the application from the explicit list of its features. It neither listens nor connects. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import * as api_settings from '@dasbor/contract/api-settings';
import * as account from '@dasbor/contract/account';
import * as account_check from '@dasbor/contract/account-check';
import * as approval from '@dasbor/contract/approval';
import * as audit from '@dasbor/contract/audit';
import * as auth from '@dasbor/contract/auth';
import * as invitation from '@dasbor/contract/invitation';
import * as own_merchant from '@dasbor/contract/own-merchant';
import * as register_member from '@dasbor/contract/register-member';
import * as role from '@dasbor/contract/role';
import * as user from '@dasbor/contract/user';
import * as step_up from '@dasbor/contract/step-up';
import * as bot_check from '@dasbor/contract/bot-check';
import * as ip_allow_list from '@dasbor/contract/ip-allow-list';
import * as password from '@dasbor/contract/password';
import * as second_factor from '@dasbor/contract/second-factor';
import { parseVaNumber } from '@dasbor/contract/bank';
import * as dashboard from '@dasbor/contract/dashboard';
import * as balance from '@dasbor/contract/balance';
import * as cash_flow from '@dasbor/contract/cash-flow';
import * as deposit_va from '@dasbor/contract/deposit-va';
import * as search from '@dasbor/contract/search';
import * as payout_balance from '@dasbor/contract/payout-balance';
import * as live from '@dasbor/contract/live';
import * as merchant from '@dasbor/contract/merchant';
import * as merchant_note from '@dasbor/contract/merchant-note';
import * as notification from '@dasbor/contract/notification';
import * as manage_notifications from '@dasbor/contract/manage-notifications';
import * as report from '@dasbor/contract/report';
import * as report_delivery from '@dasbor/contract/report-delivery';
import * as exports_of_lists from '@dasbor/contract/export';
import * as pay from '@dasbor/contract/pay';
import * as payment_link from '@dasbor/contract/payment-link';
import * as profile from '@dasbor/contract/profile';
import * as qris_payment from '@dasbor/contract/qris-payment';
import * as qris_picture from '@dasbor/contract/qris-image';
import * as qris_sticker from '@dasbor/contract/sticker';
import * as refund from '@dasbor/contract/refund';
import * as virtual_account from '@dasbor/contract/virtual-account';
import * as virtual_account_payment from '@dasbor/contract/virtual-account-payment';
import type { Route } from '@dasbor/contract/route';
import { API_BASE } from '@dasbor/contract/route';
import * as settlement from '@dasbor/contract/settlement';
import * as settlement_calendar from '@dasbor/contract/settlement-calendar';
import * as settlement_dispute from '@dasbor/contract/settlement-dispute';
import * as settlement_steering from '@dasbor/contract/settlement-admin';
import * as stored_file from '@dasbor/contract/stored-file';
import * as transaction from '@dasbor/contract/transaction';
import * as transaction_note from '@dasbor/contract/transaction-note';
import * as fee_rule from '@dasbor/contract/fee-rule';
import * as saved_view from '@dasbor/contract/saved-view';
import { accountCheckHandlers } from './account-check/handlers.ts';
import { apiSettingsHandlers } from './api-settings/handlers.ts';
import { APPROVAL_HANDLERS } from './approval-ports.ts';
import { auditHandlers } from './audit/handlers.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { accountHandlers } from './auth/account-handlers.ts';
import { botCheckHandlers } from './auth/bot-check-handlers.ts';
import { authHandlers } from './auth/handlers.ts';
import { ownMerchantHandlers } from './auth/own-merchant-handlers.ts';
import { roleHandlers } from './role/handlers.ts';
import { userHandlers } from './user/handlers.ts';
import { invitationHandlers } from './user/invitation-handlers.ts';
import { registerMemberHandlers } from './invitation-ports.ts';
import { stepUpHandlers } from './auth/step-up-handlers.ts';
import { ipAllowListHandlers } from './auth/ip-allow-list-handlers.ts';
import { passwordHandlers } from './auth/password-handlers.ts';
import { secondFactorHandlers } from './second-factor/handlers.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { balanceHandlers } from './balance/handlers.ts';
import { cashFlowHandlers } from './cash-flow/handlers.ts';
import { searchHandlers } from './search/handlers.ts';
import { storageHandlers } from './storage/handlers.ts';
import { payoutBalanceHandlers } from './payout-balance/handlers.ts';
import { depositVaHandlers } from './deposit-va/handlers.ts';
import { depositVaOwner } from './deposit-va/va-owner.ts';
import { recordRefusal } from './audit/refusal.ts';
import { assertReachable } from './db/start-checks.ts';
import { newId } from './db/new-id.ts';
import type { Deps } from './deps.ts';
import { METHODS, PAY_WAYS } from './payment-methods.ts';
import { rejectMalformedConnection, rejectMalformedUrl } from './http/malformed-requests.ts';
import { compressResponses } from './http/compress.ts';
import { acceptForms } from './http/form.ts';
import { setSecurityHeaders } from './http/headers.ts';
import { BODY_LIMIT_BYTES, HEADER_LIMIT_BYTES, createLimits } from './http/limits.ts';
import { logResponses } from './http/log-responses.ts';
import { serveMetrics } from './http/metrics.ts';
import { buildOpenapi } from './http/openapi.ts';
import { servePage } from './http/page.ts';
import { sendProblem } from './http/problem.ts';
import { serveReference } from './http/reference.ts';
import { registerRoutes } from './http/serve.ts';
import { liveHandlers } from './live/handlers.ts';
import { notificationFeedHandlers } from './notification/handlers.ts';
import { notificationHandlers } from './manage-notifications/handlers.ts';
import { reportDeliveryHandlers } from './report/delivery-handlers.ts';
import { reportHandlers } from './report/handlers.ts';
import { exportHandlers } from './export/handlers.ts';
import { payHandlers } from './pay/handlers.ts';
import { servePayPage } from './pay/page.ts';
import { paymentLinkHandlers } from './payment-link/handlers.ts';
import { profileHandlers } from './profile/handlers.ts';
import { qrisPaymentHandlers } from './qris-payment/handlers.ts';
import { qrisImageHandlers } from './qris-payment/qr-image-handlers.ts';
import { stickerHandlers } from './sticker/handlers.ts';
import { qrisCallbacks } from './qris-payment/callbacks.ts';
import { parsePartnerReference } from './qris-payment/reference-rules.ts';
import { handleStickerCallback } from './sticker/receive-payment.ts';
import { refundHandlers } from './refund/handlers.ts';
import { withReversals } from './refund/reversal.ts';
import { settlementCalendarHandlers } from './settlement/calendar-handlers.ts';
import { settlementDisputeHandlers } from './settlement/dispute-handlers.ts';
import { settlementHandlers } from './settlement/handlers.ts';
import { settlementAdminHandlers } from './settlement/setting-handlers.ts';
import { merchantHandlers } from './merchant/handlers.ts';
import { merchantNoteHandlers } from './merchant/note-handlers.ts';
import { findMerchantByVaPart } from './merchant/queries.ts';
import { registerRailCallbacks } from './rails/register-callbacks.ts';
import { buildVaCallbacks } from './rails/va-callbacks.ts';
import { transactionHandlers } from './transaction/handlers.ts';
import { virtualAccountHandlers } from './virtual-account/handlers.ts';
import { vaPaymentHandlers } from './virtual-account/payment-handlers.ts';
import { virtualAccountOwner } from './virtual-account/va-owner.ts';
import { transactionNoteHandlers } from './transaction-note/handlers.ts';
import { feeRuleHandlers } from './fee-rule/handlers.ts';
import { savedViewHandlers } from './saved-view/handlers.ts';

/** All features: contract file and handlers. Removing a feature removes one line here. */
const FEATURES: [file: object, handlers: Record<string, unknown>][] = [
  [auth, authHandlers],
  [own_merchant, ownMerchantHandlers],
  [register_member, registerMemberHandlers],
  [user, userHandlers],
  [invitation, invitationHandlers],
  [role, roleHandlers],
  [step_up, stepUpHandlers],
  [password, passwordHandlers],
  [ip_allow_list, ipAllowListHandlers],
  [account, accountHandlers],
  [bot_check, botCheckHandlers],
  [second_factor, secondFactorHandlers],
  [profile, profileHandlers],
  [dashboard, dashboardHandlers],
  [transaction, transactionHandlers(METHODS)],
  [transaction_note, transactionNoteHandlers],
  [fee_rule, feeRuleHandlers],
  [saved_view, savedViewHandlers],
  [refund, refundHandlers],
  [account_check, accountCheckHandlers],
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
  [pay, payHandlers(PAY_WAYS)],
  [balance, balanceHandlers],
  [cash_flow, cashFlowHandlers],
  [deposit_va, depositVaHandlers],
  [payout_balance, payoutBalanceHandlers],
  [manage_notifications, notificationHandlers],
  [report, reportHandlers],
  [report_delivery, reportDeliveryHandlers],
  [exports_of_lists, exportHandlers],
  [api_settings, apiSettingsHandlers],
  [stored_file, storageHandlers],
  [search, searchHandlers],
  [live, liveHandlers],
  [notification, notificationFeedHandlers],
  [audit, auditHandlers],
  [merchant, merchantHandlers],
  [merchant_note, merchantNoteHandlers],
];

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const PAY_FOLDER = fileURLToPath(new URL('../../pay/dist/', import.meta.url));

/** Builds the HTTP server. Call `ready()` or `listen()` on the result. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps;
  const fastify = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    // Limits how long a request may take to arrive; its processing is not limited.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: () => newId('request', deps.clock.now()),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: rejectMalformedUrl,
    clientErrorHandler: rejectMalformedConnection,
    trustProxy: env.NODE_ENV === 'production' ? 'loopback, uniquelocal' : false,
  });
  fastify.decorateRequest('principal', null);
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  // Open event streams would delay the shutdown.
  fastify.addHook('preClose', () => deps.live.close());
  setSecurityHeaders(fastify, { is_https: env.PUBLIC_URL.startsWith('https:') });
  logResponses(fastify);
  compressResponses(fastify);
  acceptForms(fastify);
  serveMetrics(fastify, env);
  serveHealth(fastify, deps);

  const authenticate = createAuthenticator(deps);
  const limits = createLimits();
  for (const [file, handlers] of FEATURES) {
    registerRoutes(fastify, {
      deps,
      authenticate: (request) => authenticate(request.headers.authorization),
      routes: listRoutes(file),
      handlers,
      limits,
      record_refusal: recordRefusal,
    });
  }
  // Built when it is first read: the document and its schemas take memory and time that most processes never need.
  let openapi: string | undefined;
  fastify.get(`${API_BASE}/openapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((openapi ??= JSON.stringify(buildOpenapi(env.PUBLIC_URL)))),
  );
  serveReference(fastify, () => randomBytes(16).toString('base64'));
  const findMerchant = (va_part: string) => findMerchantByVaPart(deps.db, va_part);
  const callbacks = [
    ...qrisCallbacks(deps, handleStickerCallback),
    // Deposit VAs first: their numbers alone identify them, without using up the external id of the message.
    ...buildVaCallbacks(findMerchant, [depositVaOwner(deps), virtualAccountOwner(deps)]),
  ];
  const findMerchantByVaNumber = async (number: string) => {
    const read = parseVaNumber(number);
    return read === null ? null : findMerchant(read.va_part);
  };
  const findMerchantByReference = (reference: string) => parsePartnerReference(reference)?.merchant_id ?? null;
  const lookup = { findMerchantByReference, findMerchantByVaNumber };
  await registerRailCallbacks(fastify, deps, withReversals(deps, lookup, callbacks));
  servePayPage(fastify, deps, PAY_FOLDER);
  await servePage(fastify, WEB_FOLDER, env);
  return fastify;
}

export const listRoutes = (file: object): Route[] =>
  (Object.values(file) as unknown[]).filter(
    (value): value is Route => typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
  );

function serveHealth(fastify: FastifyInstance, deps: Deps): void {
  fastify.get('/healthz', () => ({ status: 'ok' }));
  fastify.get('/readyz', async () => {
    await assertReachable(deps.db);
    return { status: 'ready' };
  });
}
