/** Deliveries recorded from `from` (inclusive) to `until` (exclusive). */
export interface ReplayRange {
  /** Null for all endpoints. */
  endpointId: number | null;
  from: Date;
  until: Date;
}
