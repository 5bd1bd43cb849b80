/** Task for the child process that re-encodes logos. */
export interface LogoTask {
  image: Uint8Array;
}

/** Why a file cannot be a logo. */
export type LogoProblem = 'svg' | 'format' | 'too_many_pixels' | 'unreadable';

export interface EncodedLogo {
  /** A PNG without metadata. */
  png: Uint8Array;
  width: number;
  height: number;
}

export type LogoResult = EncodedLogo | { problem: LogoProblem };
