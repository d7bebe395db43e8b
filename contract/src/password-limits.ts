/** Limits of passwords, without schemas: public pages load them. */

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;
/** A new password differs from this many of the last ones, the current one included. */
export const PASSWORD_HISTORY = 5;
/** Validity of a link to reset a password. */
export const RESET_LINK_HOURS = 1;
/** Validity of a link to set the first password, or to confirm an email. */
export const ACCOUNT_LINK_HOURS = 24;
