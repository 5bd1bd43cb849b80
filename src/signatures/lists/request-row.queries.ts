import { type SignerStatus } from '../domain/signer.state.js';
import { type FurtherColumns, type SignatureSummaryRow } from './signature-list.queries.js';

/** Who did something to a request: a member, or a program with an API key. Null if it is not recorded. */
type Doer = { userId?: number; apiKeyId?: number } | null;

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
    case when s.deleted_at is not null then ${doer("'cancelled'")} end as "cancelledBy"`,
  ofSigner: `, 'order', g.signing_order, 'rejectionReason', g.rejection_reason`,
};
