import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { nameOfOrganization } from '../../organizations/organization.queries.js';
import { Statements } from '../../platform/database/statements.js';
import { type DocumentStatus, type SignatureStatus, type SignatureType } from '../domain/signature.state.js';
import { type SignerStatus } from '../domain/signer.state.js';
import { isLive } from '../live-request.queries.js';
import { type SignatureFields } from '../signature.entity.js';

/** The columns of the contract's Signature, named as in the entity. */
const SIGNATURE_COLUMNS = `id, organization_id as "organizationId", created_by_user_id as "createdByUserId", type, status,
  document_status as "documentStatus", sender_name as "senderName", subject, message_content as "messageContent",
  original_document_name as "originalDocumentName", original_document_type as "originalDocumentType",
  original_document_extension as "originalDocumentExtension", date_sent as "dateSent", expires_date as "expiresDate",
  require_verification as "requireVerification", cc_on_complete as "ccOnComplete",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** The draft and the first event of its audit trail, in one statement and thus one transaction. */
export const CREATE_DRAFT = {
  name: 'create_draft',
  text: `with draft as (
      insert into signatures (organization_id, created_by_user_id, type, sender_name, original_document_name,
        original_document_type, original_document_extension)
      values ($1, $2, $3, ${nameOfOrganization('$1')}, $4, $5, $6)
      returning *
    ), audit as (
      insert into signature_audit_events (organization_id, signature_id, type, created_at, data, number, hash)
      select organization_id, id, 'created', created_at, ($7::text)::jsonb, 1,
        signature_event_hash(created_at, $7::text, 1, null, id, null, 'created') from draft
    )
    select ${SIGNATURE_COLUMNS} from draft`,
};

export const GET_STATUS = {
  name: 'get_signature_status',
  text: `select s.id, s.status, s.document_status as "documentStatus", coalesce((
      select json_agg(json_build_object('id', g.id, 'email', g.email, 'status', g.status) order by g.id)
      from signature_signers g where g.signature_id = s.id and g.organization_id = s.organization_id
    ), '[]') as signers
    from signatures s where s.id = $1 and s.organization_id = $2 and ${isLive('s')}`,
};

export interface DraftDetails {
  type: SignatureType;
  originalDocumentName: string;
  originalDocumentType: string;
  originalDocumentExtension: string;
}

export interface NewDraft extends DraftDetails {
  organizationId: number;
  userId: number;
  /** For the audit event, in plain JSON. */
  callFacts: Record<string, unknown>;
}

export interface SignatureStatusRow {
  id: number;
  status: SignatureStatus;
  documentStatus: DocumentStatus;
  signers: { id: number; email: string; status: SignerStatus }[];
}

/** The statements of the hot paths. */
@Injectable()
export class SignatureQueries {
  constructor(private readonly statements: Statements) {}

  /** @param tx - the transaction to join; by default the draft is a change of its own */
  async createDraft(draft: NewDraft, tx?: EntityManager): Promise<SignatureFields> {
    const values = [
      draft.organizationId,
      draft.userId,
      draft.type,
      draft.originalDocumentName,
      draft.originalDocumentType,
      draft.originalDocumentExtension,
      canonicalJson(draft.callFacts),
    ];
    const rows = tx
      ? await tx.query<SignatureFields[]>(CREATE_DRAFT.text, values)
      : await this.statements.change<SignatureFields>(CREATE_DRAFT, values);
    return rows[0]!;
  }

  async status(organizationId: number, signatureId: number): Promise<SignatureStatusRow | undefined> {
    return (await this.statements.query<SignatureStatusRow>(GET_STATUS, [signatureId, organizationId]))[0];
  }
}
