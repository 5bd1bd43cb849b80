import { type ActivityType } from '../../src/activity/domain/activity-event.js';

/** What a route can record, or the reason why it records nothing. */
export type Recorded = readonly ActivityType[] | string;

const ENDPOINT_FORMS = {
  '': ['endpoint_saved'],
  '/pause': ['endpoint_paused'],
  '/resume': ['endpoint_resumed'],
  '/disable': ['endpoint_disabled'],
  '/enable': ['endpoint_enabled'],
  '/test': ['test_event_sent'],
  '/secret': ['secret_rotated'],
  '/headers': ['endpoint_headers_set'],
} as const;
const endpointForms = (base: string) =>
  Object.fromEntries(Object.entries(ENDPOINT_FORMS).map(([form, types]) => [`POST ${base}${form}`, types]));

/** Every form of the dashboard, and everything it serves that is no page or is recorded for another reason. */
export const RECORDED: Readonly<Record<string, Recorded>> = {
  'POST sign-in': ['signed_in', 'sign_in_failed'],
  'POST sign-in/code': ['signed_in', 'sign_in_failed'],
  'POST sign-in/passkey': ['signed_in'],
  'POST sign-in/with': 'it leads to the page of the organization with that code',
  'POST sign-in/with/:code': ['sign_on_failed'],
  'GET sign-in/back': ['signed_in', 'sign_on_connected', 'invitation_accepted', 'sign_on_failed'],
  'POST welcome/:token': ['link_used'],
  'POST forgotten-password':
    'anybody can ask for anybody; the link that is mailed is recorded when it is used',
  'POST invitation/:token': ['invitation_accepted'],
  'POST invitation/:token/sign-on': ['sign_on_failed'],
  'POST confirm': ['confirmation_failed'],
  'POST confirm/passkey': 'what it confirms is recorded',
  'POST sign-out': ['signed_out'],
  'POST organization': ['organization_entered'],

  'POST account/password': ['password_changed', 'confirmation_failed'],
  'POST account/sessions/:id/end': ['session_ended'],
  'POST account/sessions/end-others': ['other_sessions_ended'],
  'POST account/second-step': ['second_step_on'],
  'POST account/second-step/off': ['second_step_off'],
  'POST account/recovery-codes': ['recovery_codes_made'],
  'POST account/passkeys/new': ['passkey_added'],
  'POST account/passkeys/:id/remove': ['passkey_removed'],
  'POST account/sign-on/:id/connect': ['sign_on_failed'],
  'POST account/sign-on/:id/disconnect': ['sign_on_disconnected'],

  'POST signatures/new': ['signature_made', 'document_uploaded'],
  'POST signatures/:id/document': ['document_uploaded'],
  'POST signatures/:id/signers': ['signers_saved'],
  'POST signatures/:id/fields': ['fields_placed'],
  'POST signatures/:id/send': ['signature_sent'],
  'POST signatures/:id/signers/:signerId/remind': ['signer_reminded'],
  'POST signatures/:id/signers/:signerId/address': ['signer_address_changed'],
  'POST signatures/:id/signers/:signerId/link': ['signer_link_shown'],
  'POST signatures/:id/signers/:signerId/host': ['signing_hosted'],
  'POST signatures/:id/cancel': ['signature_cancelled'],
  'POST signatures/:id/seal': ['seal_retried'],
  'GET signatures/:id/:kind': ['document_downloaded'],
  'GET signatures/:id/presented': 'it is what the pages show that prepare a draft',
  'GET signatures/export.csv': ['signatures_exported'],
  'GET signatures/export.zip': ['sealed_documents_exported'],

  'POST verifications/new': ['verification_started'],
  'POST verifications/:id/erase': ['media_erasure_begun', 'media_erased'],
  'GET verifications/export.csv': ['verifications_exported'],

  'GET reviews/next': 'it leads to a case, which is claimed by opening it',
  'GET reviews/:id': ['review_claimed'],
  'GET reviews/pictures/:token': ['picture_seen'],
  'POST reviews/:id/claim': ['review_claimed'],
  'POST reviews/:id/leave': ['review_left'],
  'POST reviews/:id/decision': ['review_voted', 'review_decided'],
  'POST reviews/:id/ask': ['person_asked_again'],
  'POST reviews/:id/notes': ['review_noted'],

  ...endpointForms('endpoint'),
  ...endpointForms('endpoints/:id'),
  'POST endpoints/new': ['endpoint_added'],
  'POST deliveries/check': 'it changes nothing, and keeps nothing of what is pasted',
  'POST deliveries/replays': ['failed_deliveries_replayed'],
  'POST deliveries/:id/replay': ['delivery_replayed'],
  'GET deliveries/:id/answers/:attempt': 'it is the end of an answer that is too long for the page',

  'POST api-key/new': ['api_key_created'],
  'POST api-key/revoke': ['api_key_revoked'],
  'POST sign-on/edit': ['sign_on_saved'],
  'POST sign-on/remove': ['sign_on_removed'],

  'POST people/invite': ['invitation_sent'],
  'POST people/invitations/:id/resend': ['invitation_sent'],
  'POST people/invitations/:id/withdraw': ['invitation_withdrawn'],
  'POST people/:id/role': ['role_changed'],
  'POST people/:id/remove': ['member_removed'],
  'POST people/:id/disconnect': ['sign_on_disconnected'],
  'POST people/four-eyes': ['four_eyes_set'],

  'POST settings': ['organization_renamed', 'brand_saved'],
  'POST settings/preview/:part': 'it shows what was typed, and saves nothing',
  'POST settings/person/export': ['person_exported'],
  'POST settings/person/check': 'it says what an erasure would do, and does nothing',
  'POST settings/person/erase': ['person_erasure_begun', 'person_erased'],
  'POST settings/rules/review-mails': ['review_mails_set'],
  'POST settings/rules/review-faces': ['review_faces_set'],
  'POST settings/rules/retention': ['retention_set'],
  'POST settings/rules/documents': ['request_retention_set'],
  'GET settings/trust/authority.cer': 'every document that is sealed contains the certificate',
  'GET activity/export.csv': ['activity_exported'],
  'GET activity/export.json': ['activity_exported'],
  'POST mail': ['test_mail_sent'],
  'GET live': 'it says what to look at again, and shows nothing',
};

/** What no route of the dashboard records, and who does. */
export const RECORDED_ELSEWHERE: Readonly<Partial<Record<ActivityType, string>>> = {
  organization_created: 'the first start and the command line',
  member_added: 'the command line',
  link_created: 'the command line',
  seal_key_rotated: 'the command line',
  endpoint_held: 'the service, when an endpoint is down',
  endpoint_released: 'the service, when it works again',
};
