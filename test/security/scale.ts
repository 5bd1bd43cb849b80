/** How much of each part is done. */
export interface Scale {
  name: 'full' | 'quick';
  /** Organizations with requests and verifications in every state. */
  tenants: number;
  /** Requests to each operation that count, and how many of them must get past validation. */
  fuzzPerOperation: number;
  pastValidation: number;
  /** One in this many hostile files is uploaded. */
  uploadEvery: number;
  /** One in this many crafted documents, updates and backups is tried. */
  craftedEvery: number;
  /** Slow connections of each kind, and the longest wait for their end. */
  slowClients: number;
  slowestEndMs: number;
  /**
   * Simultaneous tiny uploads, uploads broken off in each of two storms, and rounds of one upload repeated at once.
   */
  tinyUploads: number;
  abortedUploads: number;
  repeatedRounds: number;
  /** Connections that are closed at every moment of a request. */
  hangUps: number;
  /**
   * Simultaneous uploads of 12 MB, rounds, and the other organization's small uploads and seals per half of a round.
   */
  parallelUploads: number;
  fairnessRounds: number;
  smallUploads: number;
  seals: number;
  /**
   * The most that the other organization's 99th percentile, and its median seal, may be under load, in multiples of
   * idle.
   */
  mostRatio: number;
}

export const FULL: Scale = {
  name: 'full',
  tenants: 12,
  fuzzPerOperation: 960,
  pastValidation: 200,
  uploadEvery: 1,
  craftedEvery: 1,
  slowClients: 500,
  slowestEndMs: 400_000,
  tinyUploads: 1_000,
  abortedUploads: 400,
  repeatedRounds: 5,
  hangUps: 5_000,
  parallelUploads: 200,
  fairnessRounds: 5,
  smallUploads: 20,
  seals: 7,
  mostRatio: 3,
};

/** Shows that every part works and that nothing breaks immediately; the counts are printed with the result. */
export const QUICK: Scale = {
  name: 'quick',
  tenants: 2,
  fuzzPerOperation: 60,
  pastValidation: 12,
  uploadEvery: 5,
  craftedEvery: 6,
  slowClients: 100,
  slowestEndMs: 130_000,
  tinyUploads: 200,
  abortedUploads: 60,
  repeatedRounds: 1,
  hangUps: 400,
  parallelUploads: 40,
  fairnessRounds: 3,
  smallUploads: 4,
  seals: 3,
  // The 99th percentile of this few is the slowest one.
  mostRatio: 8,
};
