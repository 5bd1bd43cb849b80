/**
 * `agrees`: the same is printed. `differs`: something else is clearly printed instead. `doubtful`: something else
 * seems to be printed instead. `unseen`: none of these.
 */
export type Agreement = 'agrees' | 'differs' | 'doubtful' | 'unseen';
