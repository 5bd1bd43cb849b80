/** Asks somebody to join an organization. */
export const INVITATION_MAIL = 'dashboard.invitation';
/** Has a link for choosing another password. */
export const PASSWORD_RESET_MAIL = 'dashboard.password-reset';
