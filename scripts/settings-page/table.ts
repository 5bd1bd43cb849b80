/** A Markdown table under its heading. */
export function table(
  heading: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(escape).join(' | ')} |`,
  );
  return `### ${heading}\n\n${lines.join('\n')}\n`;
}

const escape = (cell: string) => cell.replaceAll('|', '\\|');
