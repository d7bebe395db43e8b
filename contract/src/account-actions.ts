/** Names of security events in the audit logs of a person's merchants, and among the events of the provider's staff. */
import type { SecurityEventKind } from './account.ts';
import type { AuditAction } from './audit-actions.ts';

/** A change of staff is an event of the provider already; the security event only emails it. */
export type AccountEventKind = Exclude<SecurityEventKind, 'staff_changed'>;

export const ACCOUNT_ACTIONS = {
  new_device: 'session.new_device',
  sign_in_locked: 'user.sign_in_locked',
  session_reuse: 'session.reuse_detected',
  sessions_revoked: 'user.sessions_revoked',
  password_changed: 'user.password_changed',
  password_reset: 'user.password_reset',
  email_verified: 'user.email_verified',
  second_factor_enabled: 'user.second_factor_enabled',
  second_factor_disabled: 'user.second_factor_disabled',
  second_factor_reset: 'user.second_factor_reset',
  recovery_codes_regenerated: 'user.recovery_codes_regenerated',
  recovery_code_used: 'user.recovery_code_used',
  passkey_added: 'user.passkey_added',
  passkey_removed: 'user.passkey_removed',
  passkey_renamed: 'user.passkey_renamed',
  device_remembered: 'user.device_remembered',
  device_forgotten: 'user.device_forgotten',
  group_selected: 'session.group_selected',
  phone_verified: 'user.phone_verified',
  profile_changed: 'profile.updated',
} as const satisfies Record<AccountEventKind, AuditAction>;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[AccountEventKind];
