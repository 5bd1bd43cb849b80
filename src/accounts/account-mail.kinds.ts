/** Invites someone to join an organization. */
export const INVITATION_MAIL = 'dashboard.invitation';
/** Tells people that their sign-in settings were changed. */
export const ACCOUNT_CHANGED_MAIL = 'dashboard.account-changed';
/** Contains a link for choosing a new password. */
export const PASSWORD_RESET_MAIL = 'dashboard.password-reset';
/** Tells the other owners that a member may decide cases, or no longer may. */
export const REVIEWER_CHANGED_MAIL = 'dashboard.reviewer-changed';
