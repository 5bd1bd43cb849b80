import { type ChainFacts, type ChainKind, type Hashed } from '../../audit-chain/hash-chain.js';

/** Actions of people; the message catalogue has a sentence for each (`dashboard.activity.types`). */
export const ACTIVITY_TYPES = [
  'signed_in',
  'sign_in_failed',
  'confirmation_failed',
  'signed_out',
  'organization_entered',
  'password_changed',
  'link_used',
  'session_ended',
  'other_sessions_ended',
  'api_key_created',
  'api_key_revoked',
  'endpoint_added',
  'endpoint_saved',
  'endpoint_paused',
  'endpoint_resumed',
  'endpoint_disabled',
  'endpoint_held',
  'endpoint_released',
  'endpoint_enabled',
  'secret_rotated',
  'endpoint_headers_set',
  'test_event_sent',
  'delivery_replayed',
  'failed_deliveries_replayed',
  'delivery_retried',
  'deliveries_retried',
  'endpoint_deleted',
  'test_mail_sent',
  'organization_created',
  'test_organization_created',
  'member_added',
  'link_created',
  'role_changed',
  'reviewer_added',
  'reviewer_removed',
  'bulk_sender_added',
  'bulk_sender_removed',
  'name_changed',
  'member_removed',
  'invitation_sent',
  'invitation_withdrawn',
  'invitation_accepted',
  'second_step_on',
  'second_step_off',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'sign_on_saved',
  'sign_on_removed',
  'sign_on_connected',
  'sign_on_disconnected',
  'sign_on_failed',
  'picture_seen',
  'review_claimed',
  'review_left',
  'review_voted',
  'review_decided',
  'review_noted',
  'four_eyes_set',
  'review_mails_set',
  'review_faces_set',
  'person_asked_again',
  'signature_made',
  'document_uploaded',
  'document_removed',
  'signers_saved',
  'fields_placed',
  'signature_sent',
  'signer_link_shown',
  'signing_hosted',
  'signer_reminded',
  'signer_address_changed',
  'recipient_added',
  'recipient_removed',
  'recipient_reminded',
  'recipient_address_changed',
  'signature_cancelled',
  'document_downloaded',
  'verification_started',
  'verification_resent',
  'verification_link_shown',
  'verification_cancelled',
  'media_erasure_begun',
  'media_erased',
  'person_exported',
  'person_erasure_begun',
  'person_erased',
  'retention_set',
  'request_retention_set',
  'organization_renamed',
  'brand_saved',
  'set_up_hidden',
  'seal_retried',
  'seal_key_rotated',
  'activity_exported',
  'signatures_exported',
  'sealed_documents_exported',
  'verifications_exported',
  'template_made',
  'template_edited',
  'template_published',
  'template_archived',
  'bulk_send_made',
  'bulk_rows_uploaded',
  'bulk_send_started',
  'bulk_send_paused',
  'bulk_send_resumed',
  'bulk_send_cancelled',
  'bulk_send_retried',
  'bulk_report_downloaded',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** The subjects of actions. */
export const SUBJECT_KINDS = [
  'user',
  'session',
  'api_key',
  'webhook_endpoint',
  'delivery',
  'signature',
  'identity_verification',
  'picture',
  'template',
  'bulk_send',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Who acts, and from where. */
export interface Actor {
  organizationId: number;
  /** Null for the operator, the service itself, and someone who failed to sign in. */
  userId: number | null;
  /** The IP address, or a substitute for it. */
  address: string;
}

export interface ActivityEntry extends Actor {
  type: ActivityType;
  subject?: { kind: SubjectKind; id: number };
  /** Ids and codes in plain JSON: no secrets, and no personal data that would have to be erased. */
  data?: Record<string, unknown>;
}

/** The parts of an event that are hashed (docs/evidence.md). */
export interface ActivityFacts extends ChainFacts, Actor {
  subjectId: number | null;
  subjectKind: string | null;
}

export type ActivityEvent = Hashed<ActivityFacts>;

/** The chain of an organization's activity. */
export const ACTIVITY_CHAIN: ChainKind<ActivityFacts> = {
  factsOf: (event) => ({
    address: event.address,
    createdAt: event.createdAt,
    data: event.data,
    number: event.number,
    organizationId: event.organizationId,
    previous: event.previous,
    subjectId: event.subjectId,
    subjectKind: event.subjectKind,
    type: event.type,
    userId: event.userId,
  }),
  ownerOf: ({ organizationId }) => organizationId,
};

/** The address of the service's own actions. */
export const BY_ITSELF = 'service';

/** The actor when the service acts on its own. */
export const serviceOf = (organizationId: number): Actor => ({
  organizationId,
  userId: null,
  address: BY_ITSELF,
});

/** The actor on the command line. */
export const operatorOf = (organizationId: number): Actor => ({
  organizationId,
  userId: null,
  address: 'command line',
});
