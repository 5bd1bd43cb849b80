/** The time limit of a challenge. */
export const CHALLENGE_SECONDS = 60;
/** The first challenge and two retries. */
export const MAX_CHALLENGES = 3;
