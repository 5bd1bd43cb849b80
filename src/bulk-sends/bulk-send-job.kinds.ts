/** Makes requests from rows. Carries a `BulkJobPayload`. */
export const CREATE_BULK_REQUESTS_JOB = 'bulk-send.create';
/** Removes what is kept of rows that were not sent. Carries a `BulkJobPayload`. */
export const FORGET_BULK_ROWS_JOB = 'bulk-send.forget';

export interface BulkJobPayload extends Record<string, unknown> {
  organizationId: number;
  bulkSendId: number;
}
