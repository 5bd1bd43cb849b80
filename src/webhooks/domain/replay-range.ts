/** Deliveries that were recorded in a time, `from` included and `until` not. */
export interface ReplayRange {
  /** Of all endpoints if null. */
  endpointId: number | null;
  from: Date;
  until: Date;
}
