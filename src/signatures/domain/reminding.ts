/** Nobody is reminded again so soon by reminding all: a form that is sent twice reminds once. */
export const LATELY_MINUTES = 10;
