/**
 * The version of the data format that this code understands: one more with each kind of request that the code before
 * would show, sign or complete wrongly (docs/adr/0052-minimum-version.md).
 */
export const DATA_VERSION = 4;

/** The version of the data format that this process understands. Tests provide others. */
export class DataVersion {
  constructor(readonly number: number = DATA_VERSION) {}
}
