/** A use of one field by another, in a condition or in a formula. */
export interface FieldUse {
  key: string;
  by: 'condition' | 'formula';
}

/** Keys of fields each of which uses the next, and the last the first. */
export interface FieldCycle {
  keys: readonly string[];
  /** `formula` if there are only formulas along it. */
  by: FieldUse['by'];
}

type Uses = ReadonlyMap<string, readonly FieldUse[]>;

/**
 * Puts each field after those that it uses.
 * @param uses - what each field uses: known fields only
 * @returns the keys in that order, or all cycles
 */
export function orderFields(uses: Uses): { order: string[]; cycles: FieldCycle[] } {
  const waiting = new Map([...uses].map(([key, used]) => [key, new Set(used.map((use) => use.key))]));
  const users = usersOf(uses);
  const order: string[] = [];
  const cycles: FieldCycle[] = [];
  const ready = [...waiting.keys()].filter((key) => waiting.get(key)!.size === 0);
  /** Those that wait for nothing else follow at the end of `ready`. */
  const release = (key: string) => {
    waiting.delete(key);
    for (const user of users.get(key) ?? []) {
      const left = waiting.get(user);
      if (left?.delete(key) && left.size === 0) ready.push(user);
    }
  };
  for (;;) {
    for (const key of ready) {
      order.push(key);
      release(key);
    }
    ready.length = 0;
    if (waiting.size === 0) return { order, cycles };
    const keys = cycleIn(waiting);
    cycles.push({ keys, by: isOfFormulas(keys, uses) ? 'formula' : 'condition' });
    for (const key of keys) waiting.delete(key);
    for (const key of keys) release(key);
  }
}

function usersOf(uses: Uses): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const [key, used] of uses)
    for (const use of used) {
      const known = users.get(use.key);
      if (known) known.add(key);
      else users.set(use.key, new Set([key]));
    }
  return users;
}

/** All of `waiting` use another of it, so any way along uses ends in a cycle. */
function cycleIn(waiting: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const way = new Set<string>();
  let [key] = waiting.keys();
  while (key !== undefined && !way.has(key)) {
    way.add(key);
    [key] = waiting.get(key)!;
  }
  const keys = [...way];
  return keys.slice(keys.indexOf(key!));
}

const isOfFormulas = (keys: readonly string[], uses: Uses) =>
  keys.every((key, index) => {
    const next = keys[(index + 1) % keys.length];
    return uses.get(key)!.every((use) => use.key !== next || use.by === 'formula');
  });
