/** Characters that OCR confuses; they count as equal. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  '0': 'O',
  Q: 'O',
  D: 'O',
  '1': 'I',
  L: 'I',
  '5': 'S',
  '8': 'B',
  '2': 'Z',
  '6': 'G',
};

/** Maps confusable characters to one. */
export function foldConfusables(text: string): string {
  return [...text].map((character) => CONFUSABLES[character] ?? character).join('');
}

/** Levenshtein distance. */
export function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[second.length]!;
}
