/** Asks somebody to join an organization. */
export const INVITATION_MAIL = 'dashboard.invitation';
/** Tells somebody that the way to sign in was changed. */
export const ACCOUNT_CHANGED_MAIL = 'dashboard.account-changed';
/** Has a link for choosing another password. */
export const PASSWORD_RESET_MAIL = 'dashboard.password-reset';
