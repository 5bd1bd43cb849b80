/**
 * What a long test tries: all of it, but in `.ci/run` only these few, which is said.
 * @param few part of `all`, of which most faults can be expected
 */
export function reducedIn<Item>(what: string, all: readonly Item[], few: readonly Item[]): readonly Item[] {
  if (process.env.TEST_COUNTS !== 'reduced') return all;
  console.log(`${few.length} of ${all.length} ${what}`);
  return few;
}
