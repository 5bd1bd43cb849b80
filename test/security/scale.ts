/** How much of each part is done. */
export interface Scale {
  name: 'full' | 'quick';
  /** Organizations with requests and verifications in every state. */
  tenants: number;
  /** Requests to each operation that count, and how many of them must get past validation. */
  fuzzPerOperation: number;
  pastValidation: number;
}

export const FULL: Scale = { name: 'full', tenants: 12, fuzzPerOperation: 960, pastValidation: 200 };
/** Shows that every part works and that nothing falls over at once; its counts are printed with it. */
export const QUICK: Scale = { name: 'quick', tenants: 3, fuzzPerOperation: 60, pastValidation: 12 };
