/**
 * Everything that a long test tries, or in `.ci/run` only these few, which it reports.
 * @param few part of `all` that is expected to reveal most faults
 */
export function reducedIn<Item>(what: string, all: readonly Item[], few: readonly Item[]): readonly Item[] {
  if (process.env.TEST_COUNTS !== 'reduced') return all;
  console.log(`${few.length} of ${all.length} ${what}`);
  return few;
}
