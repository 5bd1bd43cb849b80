import { type StateConditions } from '../../domain/request-state.js';
import { type SignatureSearch } from '../signature-list.queries.js';

/** What members look for among the requests of their organization. */
export interface RequestSearch
  extends Omit<SignatureSearch, 'status' | 'date' | 'dateFrom' | 'dateTo'>, StateConditions {
  id?: number;
  /** How the address of a signer, or of somebody else who has a part, begins, as an `emailKey`. */
  address?: string;
  /** A part of the document's name, the subject or the name of a signer. */
  text?: string;
  /** When it was sent: the start is included, the end is not. */
  sentFrom?: Date;
  sentUntil?: Date;
}
