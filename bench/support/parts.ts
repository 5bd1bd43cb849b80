import { parseArgs } from 'node:util';

/**
 * The parts of a benchmark to run: the one named by `--part=NAME`, or all.
 * @param onlyNamed - parts that run only if named
 */
export function chosenParts<Part>(
  parts: Record<string, Part>,
  onlyNamed: Record<string, Part> = {},
): [name: string, part: Part][] {
  const { values } = parseArgs({ options: { part: { type: 'string' } }, strict: false });
  if (values.part === undefined) return Object.entries(parts);
  const all = Object.entries({ ...parts, ...onlyNamed });
  const chosen = all.filter(([name]) => name === values.part);
  if (chosen.length === 0)
    throw new Error(
      `--part is ${String(values.part)}, but there are ${all.map(([name]) => name).join(', ')}`,
    );
  return chosen;
}
