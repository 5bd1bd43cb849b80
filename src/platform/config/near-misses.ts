/** For every this many letters, a name may differ in one more and still be taken for a misspelling. */
const LETTERS_PER_SLIP = 5;
const MOST_SLIPS = 3;

/**
 * The setting that an unknown name was probably meant to be: it differs in case, underscores or a few letters, or
 * lacks the last words. Null for names of other programs, which every environment has many of.
 *
 * @param known the names of all settings, in upper case with underscores
 */
export function meantSetting(name: string, known: readonly string[]): string | null {
  const upper = name.toUpperCase();
  const plain = (text: string) => text.replaceAll(/[_-]/g, '');
  const words = upper.split('_').length;
  const candidates = known
    .map((setting) => ({ setting, slips: slipsBetween(plain(upper), plain(setting)) }))
    .filter(
      ({ setting, slips }) =>
        slips <= allowedSlips(setting) ||
        (slips === 1 && lettersOf(upper) === lettersOf(setting)) ||
        (words > 1 && setting.startsWith(`${upper}_`)),
    );
  return candidates.sort((a, b) => a.slips - b.slips)[0]?.setting ?? null;
}

/** None for short names, where only a swap counts: POST and HOST are not misspelt PORTs, but PROT is. */
function allowedSlips(setting: string): number {
  return Math.min(MOST_SLIPS, Math.floor(setting.length / LETTERS_PER_SLIP));
}

const lettersOf = (name: string) => [...name].sort().join('');

/** The number of letters left out, added, mistaken or swapped with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const mistaken = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, mistaken);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
