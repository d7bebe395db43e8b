/** Users of the first sandbox merchant that the soak checks act as. */
export const MERCHANT_EMAIL = 'superadmin@kopi.example';
/** Approves the requests of the other user. */
export const APPROVER_EMAIL = 'approver@kopi.example';
/** Administers settlements for the provider. */
export const PROVIDER_EMAIL = 'platform_admin@dasbor.example';
