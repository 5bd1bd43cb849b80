/** How long a challenge may take. */
export const CHALLENGE_SECONDS = 60;
/** The first and two more. */
export const MAX_CHALLENGES = 3;
