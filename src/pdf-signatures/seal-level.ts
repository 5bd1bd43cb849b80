/** PAdES baseline levels (ETSI EN 319 142-1 §6.1). */
export type SealLevel = 'PAdES B-B' | 'PAdES B-T' | 'PAdES B-LT' | 'PAdES B-LTA';
