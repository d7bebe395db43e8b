/** Credentials of the sandbox, printed at start. None of them exists outside a sandbox. */

/** One password for every sandbox user. */
export const SANDBOX_PASSWORD = 'sandbox-only-2026';

/** API key of the first merchant: creates QRIS payments and reads transactions. */
export const SANDBOX_API_KEY = 'sk_test_KopiNusantaraSandboxOnly0000000000000000000';

/** The one sandbox user with a second factor, and the key of their authenticator app. */
export const APPROVER_EMAIL = 'approver@kopi.example';
export const APPROVER_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
