/** Money operations that a merchant is allowed in its current status: the check of routes with `requires_active` (domain 1.17). */
import { z } from 'zod';
import { type Localized, localized } from './language.ts';

/** States of a merchant, from its registration to its end. */
export const MERCHANT_STATUSES = [
  'registered',
  'onboarding',
  'pending_review',
  'active',
  'suspended',
  'closed',
  'rejected',
] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/**
 * Kinds of actions that move money, each with its own condition. `provider_refunds`: refunds that the provider requests, and
 * the approval of refunds.
 */
export const MONEY_ACTIONS = ['payments', 'payouts', 'refunds', 'provider_refunds'] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

export const merchantActivity = z.object({
  status: z.enum(MERCHANT_STATUSES).describe('State of the merchant; live payments need `active`'),
  payments_enabled: z.boolean().describe('Whether the provider lets the merchant accept payments'),
  payouts_enabled: z.boolean().describe('Whether the provider lets the merchant pay out'),
});
export type MerchantActivity = z.infer<typeof merchantActivity>;

export type InactiveReason =
  | 'not_activated'
  | 'rejected'
  | 'suspended'
  | 'closed'
  | 'payments_disabled'
  | 'payouts_disabled';

/**
 * Why a merchant may not do this now; null when it may. Suspended merchants may still refund their customers, and the provider
 * refunds what a closed one receives.
 */
export function findInactiveReason(activity: MoneyAction, merchant: MerchantActivity): InactiveReason | null {
  const { status, payments_enabled, payouts_enabled } = merchant;
  if (status === 'suspended') return activity === 'refunds' || activity === 'provider_refunds' ? null : 'suspended';
  if (status === 'closed' && activity === 'provider_refunds') return null;
  if (status === 'closed' || status === 'rejected') return status;
  if (status !== 'active') return 'not_activated';
  if (activity === 'payments' && !payments_enabled) return 'payments_disabled';
  return activity === 'payouts' && !payouts_enabled ? 'payouts_disabled' : null;
}

/** Problem and next step. */
export const INACTIVE_TEXTS: Record<InactiveReason, Localized> = {
  not_activated: localized(
    'Your business is not active yet. Complete the steps on the home page to activate it.',
    'Bisnis Anda belum aktif. Selesaikan langkah-langkah di beranda untuk mengaktifkannya.',
  ),
  rejected: localized(
    'Your business was not approved. Contact support.',
    'Bisnis Anda tidak disetujui. Hubungi tim dukungan.',
  ),
  suspended: localized(
    'Your business is suspended. Contact support.',
    'Bisnis Anda ditangguhkan. Hubungi tim dukungan.',
  ),
  closed: localized('Your business is closed.', 'Bisnis Anda sudah ditutup.'),
  payments_disabled: localized(
    'Payments are disabled for your business. Contact support.',
    'Penerimaan pembayaran dinonaktifkan untuk bisnis Anda. Hubungi tim dukungan.',
  ),
  payouts_disabled: localized(
    'Payouts are disabled for your business. Contact support.',
    'Pencairan dana dinonaktifkan untuk bisnis Anda. Hubungi tim dukungan.',
  ),
};

/** Errors of what the provider allows a merchant for a new payment. */
export const PAYMENT_REFUSALS = { channel_disabled: 409, limit_exceeded: 422 } as const;
