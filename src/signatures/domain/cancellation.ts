export const MAX_CANCELLATION_REASON = 1_000;

/** Why a member cancels a request. */
export interface CancellationReason {
  /** At most `MAX_CANCELLATION_REASON` UTF-16 units. */
  text: string;
  isShownToSigners: boolean;
}

/** The reason that signers may read, or null. */
export const reasonForSigners = ({
  cancellationReason,
  cancellationReasonShown,
}: {
  cancellationReason: string | null;
  cancellationReasonShown: boolean;
}): string | null => (cancellationReasonShown ? cancellationReason : null);
