import { invitationContext } from '../accounts/invitation-context.js';
import { contextOf as keptFormContext } from '../accounts/kept-forms.js';
import { SEALED as RESET_CONTEXT } from '../accounts/password-resets.js';
import { contextOf as authenticatorContext } from '../accounts/second-factors.js';
import { secretContext as signOnContext } from '../accounts/sign-on-secret-context.js';
import { fileContext } from '../bulk-sends/bulk-files.js';
import { rowContext } from '../bulk-sends/sealed-rows.js';
import { faceContext, frameContext, imageContext } from '../identity-verifications/sealed-findings.js';
import { linkContext, returnContext } from '../identity-verifications/verification-links.js';
import { contextOf as accountLinkContext } from '../organizations/account-links.js';
import { contextOf as certificateContext } from '../pdf-signatures/organization-keys.js';
import { type SealedColumn } from '../platform/crypto/sealed-column.js';
import { contextOf as answerContext } from '../platform/idempotency/idempotency-keys.js';
import { nameContext, valueContext } from '../signatures/form/request-forms.js';
import { recipientLinkContext } from '../signatures/recipients/recipient-links.js';
import { contextOf as draftContext } from '../signatures/signers/signer-drafts.js';
import { contextOf as linkOfSignerContext } from '../signatures/signers/signer-links.js';
import { contextOf as padContext } from '../signatures/signers/signer-pads.js';
import { headersContext } from '../webhooks/domain/endpoint-headers.js';
import { secretContext as webhookContext } from '../webhooks/domain/secret-context.js';
import { keyContext } from '../webhooks/webhook-key-pairs.js';

const text = (
  table: string,
  column: string,
  of: string[],
  context: SealedColumn['context'],
): SealedColumn => ({
  ...{ table, column, of, context },
  isText: true,
});
const bytes = (
  table: string,
  column: string,
  of: string[],
  context: SealedColumn['context'],
): SealedColumn => ({
  ...{ table, column, of, context },
  isText: false,
});
const ofOrganization = ['organization_id'];

/** Every column with encrypted values; a test compares it with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  text('account_links', 'token_sealed', ['token_hash'], accountLinkContext),
  text('authenticators', 'secret_sealed', ['account_id'], authenticatorContext),
  bytes('bulk_send_files', 'sealed', ['bulk_send_id'], fileContext),
  bytes('bulk_send_rows', 'sealed', ['bulk_send_id', 'number'], rowContext),
  bytes('form_files', 'name_sealed', ['signature_id', 'storage_key'], nameContext),
  bytes('form_values', 'sealed', ['signature_id', 'origin', 'field_key'], valueContext),
  bytes(
    'idempotency_keys',
    'answer_sealed',
    ['organization_id', 'key_hash'],
    (organizationId: number, keyHash: Buffer) => answerContext({ organizationId, keyHash }),
  ),
  bytes('identity_liveness_frames', 'observation_sealed', ['challenge_id', 'number'], frameContext),
  bytes('identity_seen_persons', 'face_sealed', ['verification_id'], faceContext),
  bytes('identity_verification_images', 'findings_sealed', ['id'], imageContext),
  text('identity_verifications', 'token_sealed', ['session_id'], linkContext),
  text('identity_verifications', 'return_url_sealed', ['session_id'], returnContext),
  text('invitations', 'token_sealed', ['token_hash'], invitationContext),
  bytes(
    'kept_forms',
    'sealed',
    ['session_id', 'organization_id'],
    (sessionId: number, organizationId: number) => keptFormContext({ sessionId, organizationId }),
  ),
  bytes(
    'organization_certificates',
    'private_key_sealed',
    ['organization_id', 'purpose'],
    certificateContext,
  ),
  text('password_reset_requests', 'email_sealed', [], () => RESET_CONTEXT),
  text('recipient_links', 'token_sealed', ['recipient_id'], recipientLinkContext),
  text('sign_ons', 'client_secret_sealed', ofOrganization, signOnContext),
  bytes('signer_drafts', 'sealed', ['signer_id'], draftContext),
  text('signer_links', 'token_sealed', ['signer_id'], linkOfSignerContext),
  bytes('signer_pads', 'sealed', ['signer_id'], padContext),
  text('webhook_endpoints', 'headers_sealed', ['organization_id', 'id'], headersContext),
  text('webhook_endpoints', 'secret_sealed', ofOrganization, webhookContext),
  text('webhook_endpoints', 'next_secret_sealed', ofOrganization, webhookContext),
  text('webhook_endpoints', 'former_secret_sealed', ofOrganization, webhookContext),
  text('webhook_key_pairs', 'secret_key_sealed', ofOrganization, keyContext),
];
