import { type ActivityType } from '../../activity/domain/activity-event.js';

/** The account changes that its owner is notified of; the catalogue has a sentence for each (`mail.account-changed`). */
const ACCOUNT_CHANGES = [
  'password_changed',
  'link_used',
  'second_step_on',
  'second_step_off',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'sign_on_connected',
  'sign_on_disconnected',
] as const satisfies readonly ActivityType[];

export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

export const isAccountChange = (type: string): type is AccountChange =>
  (ACCOUNT_CHANGES as readonly string[]).includes(type);
