const LONGEST_KEY = 64;
const MARKS = /\p{M}/gu;

/** Gives each field a key that no other has. */
export class FieldKeys {
  private readonly taken = new Set<string>();

  /**
   * The name in lower-case Latin letters, digits and underscores: `Total_2` and then `total 2` become `total_2` and
   * `total_2_2`.
   */
  keyFor(name: string): string {
    const base = cleaned(name);
    let key = base;
    for (let count = 2; this.taken.has(key); count++) {
      const suffix = `_${count}`;
      key = `${base.slice(0, LONGEST_KEY - suffix.length)}${suffix}`;
    }
    this.taken.add(key);
    return key;
  }
}

function cleaned(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const joined = words.join('_').slice(0, LONGEST_KEY).replace(/_$/, '');
  if (joined === '') return 'field';
  return /^[a-z]/.test(joined) ? joined : `field_${joined}`.slice(0, LONGEST_KEY);
}
