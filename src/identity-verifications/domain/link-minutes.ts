/** How long the link of a verification works, in minutes, unless its last step was received before. */
export const LINK_MINUTES = { least: 5, most: 7 * 24 * 60, usual: 60 } as const;
