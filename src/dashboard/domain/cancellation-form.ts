import { type Statement } from '../../platform/templates/statement.js';
import { type CancellationReason, MAX_CANCELLATION_REASON } from '../../signatures/domain/cancellation.js';

/** The form that cancels a request, as typed. */
export interface CancellationForm {
  reason: string;
  isShownToSigners: boolean;
}

export function readCancellationForm({ reason, tellSigners }: Record<string, unknown>): CancellationForm {
  const text = typeof reason === 'string' ? reason.toWellFormed().replaceAll('\0', '').trim() : '';
  return { reason: text, isShownToSigners: tellSigners === 'yes' };
}

/** The reason, undefined without one, or the problem with it. */
export function toReason({
  reason: text,
  isShownToSigners,
}: CancellationForm): { reason: CancellationReason | undefined } | { problem: Statement } {
  if (text.length > MAX_CANCELLATION_REASON)
    return {
      problem: { key: 'dashboard.signatures.reasonTooLong', values: { max: MAX_CANCELLATION_REASON } },
    };
  return { reason: text === '' ? undefined : { text, isShownToSigners } };
}
