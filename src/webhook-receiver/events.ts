/** `data` of an event about a signature request: the request as GET shows it. */
export interface SignatureData {
  id: number;
  type: 'advanced' | 'fast' | 'self_signed' | 'in_person';
  status: 'draft' | 'created' | 'scheduled' | 'expired' | 'partially_signed' | 'completed' | 'rejected';
  documentStatus: 'draft' | 'ready';
  senderName: string;
  subject: string;
  messageContent: string;
  originalDocumentName: string;
  originalDocumentType: string;
  originalDocumentExtension: string;
  organizationId: number;
  createdByUserId: number;
  /** Times are ISO 8601 in UTC with milliseconds. */
  dateSent: string | null;
  expiresDate: string | null;
  requireVerification: boolean;
  ccOnComplete: string[];
  createdAt: string;
  updatedAt: string;
  signers: SignerData[];
  /** Only once the request has been cancelled. */
  deletedAt?: string;
}

export interface SignerData {
  id: number;
  email: string;
  name: string | null;
  status: 'pending' | 'signed' | 'rejected';
  signedAt: string | null;
}

/** `data` of an event about somebody who does not sign: the request, and what they did. */
export interface RecipientEventData extends SignatureData {
  recipient: {
    id: number;
    email: string;
    name: string | null;
    action: 'approve' | 'view' | 'copy';
    status: 'pending' | 'approved' | 'rejected' | 'viewed' | 'told';
    actedAt: string | null;
    /** Of an approver who declined, in their own words. */
    reason: string | null;
  };
}

/** `data` of an event about an identity verification: the verification as GET shows it, without the session's address. */
export interface IdentityVerificationData {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  documentType: 'passport' | 'id_card' | 'drivers_license' | null;
  verificationMethod: 'document' | 'liveness' | 'combined';
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'expired';
  redirectUrl: string | null;
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  /** The verification's history so far. */
  events: { id: number; type: RecordedEvent; createdAt: string }[];
  sessionId: string;
  /** Only once the person's data has been erased: then only `id` and the time are left. */
  erased?: true;
  erasedAt?: string;
}

type RecordedEvent =
  `identity_verification.${'created' | 'started' | 'document_uploaded' | 'completed' | 'failed'}`;

/** A bulk send, as it is when it finishes or is paused by what keeps its rows from being sent. */
export interface BulkSendData {
  id: number;
  name: string;
  templateId: number;
  version: number;
  rows: number;
  created: number;
  failed: number;
  invalid: number;
  /** The code of what paused it; null if it finished. */
  reason: string | null;
}

/** A template, as it is when it is published or archived. */
export interface TemplateData {
  id: number;
  name: string;
  /** The latest published version; null if there is none. */
  version: number | null;
  /** Its digest: SHA-256 in lower-case hex. */
  sha256: string | null;
}

/** The type of `data` for each type of event. */
export interface WebhookEventData {
  'signature.created': SignatureData;
  'signature.partially_signed': SignatureData;
  'signature.completed': SignatureData;
  'signature.rejected': SignatureData;
  'signature.expired': SignatureData;
  'signature.cancelled': SignatureData;
  'signature.recipient_approved': RecipientEventData;
  'signature.recipient_viewed': RecipientEventData;
  'signature.recipient_rejected': RecipientEventData;
  'identity_verification.created': IdentityVerificationData;
  'identity_verification.started': IdentityVerificationData;
  'identity_verification.document_uploaded': IdentityVerificationData;
  'identity_verification.completed': IdentityVerificationData;
  'identity_verification.failed': IdentityVerificationData;
  'identity_verification.expired': IdentityVerificationData;
  'template.published': TemplateData;
  'template.archived': TemplateData;
  'bulk_send.finished': BulkSendData;
  'bulk_send.paused': BulkSendData;
  /** Sent from the dashboard to try an endpoint. */
  'webhook.test': { message: string };
}

export type WebhookEventType = keyof WebhookEventData;

interface WebhookEventOf<Type extends WebhookEventType> {
  /** The same each time the event arrives: receivers detect duplicates by it. */
  webhookId: string;
  event: Type;
  createdAt: string;
  organizationId: number;
  data: WebhookEventData[Type];
}

/** An event by its type: `if (event.event === 'signature.completed')` narrows `event.data`. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];
