import { basename } from 'node:path';

const INDEX = 'docs/adr/README.md';
const PAGE = /^docs\/adr\/(\d{4})-[\w-]+\.md$/;
const HEAD = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: (.+)\.\n\n/;

/** Checks that each decision begins with its number, title, date and status, and that the index agrees. */
export function decisionFaults(pages) {
  const decisions = [...pages].filter(([page]) => PAGE.test(page));
  const rows = decisions.map(([page, text]) => [page, rowOf(page, text)]);
  const wrong = rows.filter(([, row]) => row === null);
  const absent = rows.filter(([, row]) => row !== null && !pages.get(INDEX).includes(`\n${row}\n`));
  return [
    ...wrong.map(
      ([page]) => `${page} must begin with "# 7. Title", and "Date: 2026-11-21. Status: accepted." below it`,
    ),
    ...absent.map(([page, row]) => `${INDEX} must have this row for ${page}:\n${row}`),
  ];
}

function rowOf(page, text) {
  const [, number, title, date, status] = HEAD.exec(text) ?? [];
  if (Number(number) !== Number(PAGE.exec(page)[1])) return null;
  return `| ${number} | [${title}](${basename(page)}) | ${date} | ${status} |`;
}
