/**
 * Whether two graphs are equal, in which objects may lead to each other in circles: assumes that a pair which is already
 * being compared is equal, since graphs are equal if no common path leads to a difference.
 * @param equal - names of pairs known to be equal, to which those found are added
 * @param step - the pairs that must be equal for this one to be equal; null if it differs. It asks whether a pair may be
 * taken for equal, which is assumed from then on.
 */
export function graphsHold<Pair>(
  pairs: readonly Pair[],
  equal: Set<string>,
  step: (pair: Pair, isAssumed: (name: string) => boolean) => Pair[] | null,
): boolean {
  const assumed: string[] = [];
  const isAssumed = (name: string) => {
    if (equal.has(name)) return true;
    equal.add(name);
    assumed.push(name);
    return false;
  };
  const left = [...pairs];
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const further = step(pair, isAssumed);
    if (further) {
      for (const each of further) left.push(each);
      continue;
    }
    // Pairs assumed equal on the way to the difference may not be equal.
    for (const name of assumed) equal.delete(name);
    return false;
  }
  return true;
}
