import { type RecipientAction, type RecipientStatus } from '../domain/recipient.state.js';
import { type SignerStatus } from '../domain/signer.state.js';
import { type FurtherColumns, type SignatureSummaryRow } from './signature-list.queries.js';

/** Who did something to a request: a member, or a program with an API key. Null if it is not recorded. */
type Doer = { userId?: number; apiKeyId?: number } | null;

/** Somebody who does not sign, in the list of requests. */
export interface ListedRecipient {
  id: number;
  email: string;
  name: string | null;
  action: RecipientAction;
  order: number | null;
  required: boolean;
  status: RecipientStatus;
  rejectionReason: string | null;
}

/** A request in the list of its members. */
export interface RequestRow extends SignatureSummaryRow {
  documentName: string;
  scheduledDate: Date | null;
  deletedAt: Date | null;
  cancellationReason: string | null;
  sentBy: Doer;
  cancelledBy: Doer;
  signers: (SignatureSummaryRow['signers'][number] & {
    status: SignerStatus;
    order: number;
    rejectionReason: string | null;
  })[];
  /** Those who do not sign, in their order. */
  recipients: ListedRecipient[];
}

/** The newest event of these types that somebody caused. */
const doer = (types: string) => `(
    select jsonb_build_object('userId', e.data -> 'userId', 'apiKeyId', e.data -> 'apiKeyId')
    from signature_audit_events e
    where e.organization_id = s.organization_id and e.signature_id = s.id and e.type in (${types})
      and e.data ?| array['userId', 'apiKeyId']
    order by e.number desc limit 1)`;

export const REQUEST_ROW: FurtherColumns = {
  columns: `, s.original_document_name as "documentName", s.scheduled_date as "scheduledDate",
    s.deleted_at as "deletedAt", s.cancellation_reason as "cancellationReason",
    ${doer("'created', 'scheduled', 'sent'")} as "sentBy",
    case when s.deleted_at is not null then ${doer("'cancelled'")} end as "cancelledBy",
    coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'email', r.email, 'name', r.name, 'action', r.action,
        'order', r.turn_order, 'required', r.required, 'status', r.status, 'rejectionReason', r.rejection_reason)
        order by r.id)
      from request_recipients r
      where r.organization_id = s.organization_id and r.signature_id = s.id and r.removed_at is null
    ), '[]') as recipients`,
  ofSigner: `, 'order', g.signing_order, 'rejectionReason', g.rejection_reason`,
};
