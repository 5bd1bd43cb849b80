/**
 * `agrees`: printed too. `differs`: something else is clearly printed in its place. `doubtful`: something else seems to be
 * printed in its place. `unseen`: none of these.
 */
export type Agreement = 'agrees' | 'differs' | 'doubtful' | 'unseen';
