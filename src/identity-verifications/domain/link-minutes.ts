/** How long a verification's link works, in minutes, unless the last step is received earlier. */
export const LINK_MINUTES = { least: 5, most: 7 * 24 * 60, usual: 60 } as const;
