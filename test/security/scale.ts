/** How much of each part is done. */
export interface Scale {
  name: 'full' | 'quick';
  /** Organizations with requests and verifications in every state. */
  tenants: number;
  /** Requests to each operation that count, and how many of them must get past validation. */
  fuzzPerOperation: number;
  pastValidation: number;
  /** One in how many hostile files is uploaded. */
  uploadEvery: number;
  /** Slow connections of each kind, and how long at most to wait for their end. */
  slowClients: number;
  slowestEndMs: number;
  /** Tiny uploads at once, uploads that are broken off in each of two storms, and rounds of one upload repeated at once. */
  tinyUploads: number;
  abortedUploads: number;
  repeatedRounds: number;
  /** Connections that are closed at all moments of requests. */
  hangUps: number;
  /** Uploads of 12 MB at once, rounds, and small uploads and seals of the other organization in each half of a round. */
  parallelUploads: number;
  fairnessRounds: number;
  smallUploads: number;
  seals: number;
  /** The other organization's 99th percentile under load, of seals their median, in multiples of that while idle. */
  mostRatio: number;
}

export const FULL: Scale = {
  name: 'full',
  tenants: 12,
  fuzzPerOperation: 960,
  pastValidation: 200,
  uploadEvery: 1,
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

/** Shows that every part works and that nothing falls over at once; its counts are printed with it. */
export const QUICK: Scale = {
  name: 'quick',
  tenants: 2,
  fuzzPerOperation: 60,
  pastValidation: 12,
  uploadEvery: 5,
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
  // The 99th percentile of so few is the slowest one.
  mostRatio: 8,
};
