/** Requests to endpoints that a process has open at most. At most half of them are to endpoints that do not answer in time. */
export const SOCKETS = 128;

/** Of these, for probes of endpoints that are held. Most of those do not answer. */
export const PROBE_SOCKETS = 16;

export const DELIVERY_SOCKETS = SOCKETS - PROBE_SOCKETS;
export const SLOW_DELIVERY_SOCKETS = SOCKETS / 2 - PROBE_SOCKETS;
