/** People of the sandbox's first merchant who act in the long checks. */
export const MERCHANT_EMAIL = 'superadmin@kopi.example';
/** Agrees to what the other asks for. */
export const APPROVER_EMAIL = 'approver@kopi.example';
