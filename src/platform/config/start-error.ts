/** Why the service cannot start, worded for the person who starts it: what is wrong and what would be right. */
export class StartError extends Error {}
