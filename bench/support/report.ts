import { availableParallelism, cpus } from 'node:os';

/** Short run: it shows that the benchmark works, but its figures mean little. */
export const QUICK = process.argv.includes('--quick');

/** The full count, or the reduced one with `--quick`, which is then printed beside it. */
export function count(name: string, full: number, quick: number): number {
  if (!QUICK) return full;
  console.log(`${name}: ${quick} (full run: ${full})`);
  return quick;
}

/** Prints a Markdown table. */
export function printTable(head: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

export function printMachine(): void {
  const day = new Date().toISOString().slice(0, 10);
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${day}`);
}
