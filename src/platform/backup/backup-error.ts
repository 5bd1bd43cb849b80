/** Why a backup cannot be made or restored, worded for the person who requested it. */
export class BackupError extends Error {}
