import { fileName } from './files.js';

describe('the name of a file', () => {
  it.each([
    ['Payslip.pdf', 'application/pdf', 'Payslip.pdf'],
    ['Contract.PDF', 'application/pdf', 'Contract.pdf'],
    ['scan.jpeg', 'image/jpeg', 'scan.jpeg'],
    ['keys.jpg', 'image/png', 'keys.png'],
    ['archive.zip', 'application/pdf', 'archive.zip.pdf'],
    ['  two\u202e  words .png', 'image/png', 'two words.png'],
    ['', 'image/jpeg', 'file.jpg'],
    ['.pdf', 'application/pdf', 'file.pdf'],
    [`${'é'.repeat(300)}.pdf`, 'application/pdf', `${'é'.repeat(196)}.pdf`],
  ])('%s of type %s is kept as %s', (given, type, kept) => {
    expect(fileName(given, type)).toBe(kept);
  });
});
