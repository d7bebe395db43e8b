/** The account of a person: sign-in history, security events, confirmation of the email (domain 1.16). */

/** Why a sign-in failed. */
export const SIGN_IN_REASONS = [
  'wrong_password',
  'locked_out',
  'suspended',
  'email_not_verified',
  'address_not_allowed',
  'otp_required',
  'wrong_otp',
] as const;
export type SignInReason = (typeof SIGN_IN_REASONS)[number];

/** Days for which sign-ins are listed. */
export const SIGN_IN_HISTORY_DAYS = 90;

/** What can happen to the security of an account: logged, audited and emailed. */
export const SECURITY_EVENT_KINDS = [
  'new_device',
  'sign_in_locked',
  'session_reuse',
  'sessions_revoked',
  'password_changed',
  'password_reset',
  'email_verified',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_reset',
  'recovery_codes_regenerated',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'device_remembered',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
