import { writeFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { appendPage } from '../src/pdf/structure/append-page.js';
import { Fonts } from '../src/pdf/typesetting/fonts.js';
import { A4 } from '../src/pdf/structure/page-size.js';
import { GREY, INK, Sheets, type TextStyle } from '../src/pdf/typesetting/sheets.js';

const TITLE = 'Consulting agreement';

const PARTIES = [
  ['Client', 'Harbour Mill Ltd, 4 Quay Street, Port Ellis'],
  ['Consultant', 'Jane Doe, 12 Orchard Lane, Port Ellis'],
  ['Begins', '1 March 2027'],
] as const;

const CLAUSES = [
  [
    'The work',
    'The consultant advises the client on packaging that can be returned and used again: a review of what is in use today, a plan for its replacement, and help with choosing two suppliers. The consultant decides how and where the work is done, and keeps to the dates that both have agreed in writing.',
    'The client names one person who answers questions within three working days and gives access to the sites, the figures and the people that the work needs.',
  ],
  [
    'Time and pay',
    'The work takes two days a week for six months. The client pays 640 euros for each day worked, and the fare of agreed journeys against receipts. The consultant sends an invoice at the end of each month; it is due within fourteen days.',
    'A day that the client cancels less than two working days ahead is paid in half.',
  ],
  [
    'What is made',
    'Reports, drawings and tables made for the client belong to the client once they are paid. The consultant may keep a copy, and may go on using methods and knowledge of a general kind.',
  ],
  [
    'Confidence',
    'Each party keeps to itself what it learns about the other that is not public, for as long as the agreement runs and for three years after. This does not hold for what the law asks it to tell, or for what it knew before or learned lawfully from somebody else.',
  ],
  [
    'Personal data',
    'Where the work touches personal data, the consultant handles them only as the client has said in writing, keeps them safe, and deletes them when the work ends.',
  ],
  [
    'Care and liability',
    'The consultant works with the care of an experienced adviser and carries insurance for professional mistakes of at least 250,000 euros. Neither party answers for damage that it could not have foreseen. Nothing here limits liability for intent or gross negligence.',
  ],
  [
    'The end',
    'The agreement ends after six months. Either party may end it earlier with a month’s notice, and at once where the other has seriously broken it and has not put this right within ten days of being told. What has been done until then is paid.',
  ],
  [
    'Last things',
    'Changes need the written agreement of both. If one clause does not hold, the others do. The law of the client’s seat applies, and its courts decide. The parties may sign electronically; each receives a copy of the signed agreement.',
  ],
] as const;

/** Writes the two-page agreement that the quick start uploads. */
export async function writeAgreement(path: string): Promise<void> {
  const pdf = PDF.create();
  pdf.setTitle(TITLE, { showInWindowTitleBar: true });
  const fonts = new Fonts(pdf);
  const text: TextStyle = { font: fonts.regular, size: 10, leading: 15.5, color: INK };
  const quiet: TextStyle = { ...text, size: 9, color: GREY };
  const heading: TextStyle = { ...text, font: fonts.semibold, size: 11.5, leading: 18 };
  const sheets = new Sheets(() => appendPage(pdf, A4), A4, 68);
  sheets.cursor += 8;
  sheets.write(TITLE, { font: fonts.semibold, size: 25, leading: 34, color: INK });
  sheets.write('A specimen for trying Countersign. It binds nobody.', quiet);
  sheets.cursor += 18;
  for (const [label, value] of PARTIES) {
    sheets.drawLine(label, { ...text, color: GREY }, sheets.margin, sheets.cursor);
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
  sheets.finish(fonts.regular, (page, pages) => `${TITLE}   ·   Page ${page} of ${pages}`);
  await writeFile(path, await pdf.save({ subsetFonts: true }));
}
