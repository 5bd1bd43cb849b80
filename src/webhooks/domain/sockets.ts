/**
 * The most requests to endpoints that a process has open. At most half of them are to endpoints that do not answer in
 * time.
 */
export const SOCKETS = 128;

/** Sockets reserved for probes of held endpoints, most of which do not answer. */
export const PROBE_SOCKETS = 16;

export const DELIVERY_SOCKETS = SOCKETS - PROBE_SOCKETS;
export const SLOW_DELIVERY_SOCKETS = SOCKETS / 2 - PROBE_SOCKETS;
