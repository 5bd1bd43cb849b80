import { availableParallelism, cpus } from 'node:os';

/** Short run: it shows that the benchmark works, but its figures mean little. */
export const QUICK = process.argv.includes('--quick');

/** The full count, or with `--quick` the reduced one, which is then printed along with it. */
export function count(name: string, full: number, quick: number): number {
  if (!QUICK) return full;
  console.log(`${name}: ${quick} (full run: ${full})`);
  return quick;
}

/** Prints a Markdown table. */
export function printTable(head: string[], rows: string[][]): void {
  printHead(head);
  rows.forEach(printRow);
}

/** Begins a Markdown table whose rows follow one by one, so an interrupted run leaves the rows measured so far. */
export function printHead(head: string[]): void {
  printRow(head);
  printRow(head.map(() => '---'));
}

export const printRow = (cells: string[]): void => console.log(`| ${cells.join(' | ')} |`);

export function printMachine(): void {
  const day = new Date().toISOString().slice(0, 10);
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${day}`);
}
