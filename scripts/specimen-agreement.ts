import { writeFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { appendPage } from '../src/pdf/structure/append-page.js';
import { A4 } from '../src/pdf/structure/page-size.js';
import { Fonts } from '../src/pdf/typesetting/fonts.js';
import { Sheets, type TextStyle } from '../src/pdf/typesetting/sheets.js';

const TITLE = 'Consulting agreement';

const PARTIES = [
  ['Client', 'Harbour Mill Ltd, 4 Quay Street, Port Ellis'],
  ['Consultant', 'Jane Doe, 12 Orchard Lane, Port Ellis'],
  ['Start date', '1 March 2027'],
] as const;

const CLAUSES = [
  [
    'Services',
    'The consultant advises the client on returnable and reusable packaging. The services comprise a review of the packaging in use today, a plan for its replacement, and support in selecting two suppliers. The consultant decides how and where to perform the services and meets the dates agreed by both parties in writing.',
    'The client appoints a contact person who answers questions within three working days and provides the access to sites, figures and staff that the services require.',
  ],
  [
    'Time and fees',
    'The services take two days a week for six months. The client pays 640 euros for each day worked and reimburses the cost of agreed travel against receipts. The consultant invoices at the end of each month; invoices are payable within fourteen days.',
    'If the client cancels a day with less than two working days’ notice, half of the daily fee is due.',
  ],
  [
    'Deliverables',
    'Reports, drawings and tables prepared for the client become the client’s property once paid for. The consultant may keep a copy and continue to use methods and knowledge of a general nature.',
  ],
  [
    'Confidentiality',
    'Each party keeps confidential any non-public information it receives about the other, during the term of this agreement and for three years after it ends. This does not apply to information that must be disclosed by law, that the party already knew, or that it lawfully obtained from a third party.',
  ],
  [
    'Personal data',
    'Where the services involve personal data, the consultant processes it only on the client’s written instructions, keeps it secure, and deletes it when the services end.',
  ],
  [
    'Liability',
    'The consultant performs the services with the care of an experienced adviser and maintains professional indemnity insurance of at least 250,000 euros. Neither party is liable for damage that it could not have foreseen. Nothing in this agreement limits liability for intent or gross negligence.',
  ],
  [
    'Term and termination',
    'This agreement ends after six months. Either party may terminate it earlier with one month’s notice, or immediately if the other party commits a material breach and does not remedy it within ten days of notice. Work performed up to that date is paid for.',
  ],
  [
    'General',
    'Changes to this agreement require the written consent of both parties. If any provision is invalid, the remaining provisions stay in force. This agreement is governed by the law of the client’s registered seat, whose courts have jurisdiction. The parties may sign electronically; each receives a copy of the signed agreement.',
  ],
] as const;

/** Writes the two-page agreement that the quick start uploads. */
export async function writeAgreement(path: string): Promise<void> {
  const pdf = PDF.create();
  pdf.setTitle(TITLE, { showInWindowTitleBar: true });
  const fonts = new Fonts(pdf, null);
  const sheets = new Sheets(() => appendPage(pdf, A4), A4, 68);
  const text: TextStyle = { font: fonts.regular, size: 10, leading: 15.5, color: sheets.colors.ink };
  const quiet: TextStyle = { ...text, size: 9, color: sheets.colors.quiet };
  const heading: TextStyle = { ...text, font: fonts.semibold, size: 11.5, leading: 18 };
  sheets.cursor += 8;
  sheets.write(TITLE, { font: fonts.semibold, size: 25, leading: 34, color: sheets.colors.ink });
  sheets.write('A specimen for trying out Countersign. It is not legally binding.', quiet);
  sheets.cursor += 18;
  for (const [label, value] of PARTIES) {
    sheets.drawLine(label, { ...text, color: sheets.colors.quiet }, sheets.margin, sheets.cursor);
    sheets.drawLine(value, text, sheets.margin + 84, sheets.cursor);
    sheets.cursor += 17;
  }
  sheets.cursor += 12;
  sheets.rule();
  for (const [index, [title, ...paragraphs]] of CLAUSES.entries()) {
    sheets.cursor += 16;
    sheets.reserve(heading.leading + 3 * text.leading);
    sheets.write(`${index + 1}.  ${title}`, heading);
    for (const paragraph of paragraphs) {
      sheets.cursor += 4;
      sheets.write(paragraph, text);
    }
  }
  const label = (page: number, pages: number) => `${TITLE}   ·   Page ${page} of ${pages}`;
  sheets.finish(fonts.regular, label, '{mark} replaces characters that this typeface does not have');
  await writeFile(path, await pdf.save({ subsetFonts: true }));
}
