/** The data of a bulk send's events. */
export interface BulkSendPayload {
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

declare module '../platform/events/domain-events.js' {
  interface DomainEvents {
    'bulk_send.finished': BulkSendPayload;
    'bulk_send.paused': BulkSendPayload;
  }
}
