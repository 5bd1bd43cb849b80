import { csvLine } from './csv.js';

describe('a line of CSV', () => {
  test.each([
    ['plain text', 'plain', '"plain"'],
    ['quotes', 'a "b", c', '"a ""b"", c"'],
    ['line breaks', 'a\r\nb', '"a\r\nb"'],
    ['any script', 'Zoë 漢字 😀', '"Zoë 漢字 😀"'],
    ['half a surrogate pair', 'a\ud83d', '"a\ufffd"'],
    ['nothing', null, '""'],
    ['a number', -12, '-12'],
    ['a formula', '=HYPERLINK("https://evil.test")', `"'=HYPERLINK(""https://evil.test"")"`],
    ['a formula with plus', '+1+1', `"'+1+1"`],
    ['a formula with minus', '-2+3', `"'-2+3"`],
    ['a formula with at', '@SUM(A1)', `"'@SUM(A1)"`],
    ['a formula after a tab', '\t=1', `"'\t=1"`],
    ['a formula after a carriage return', '\r=1', `"'\r=1"`],
    ['a formula after a line feed', '\n=1', `"'\n=1"`],
    ['a wide formula', '＝1', `"'＝1"`],
    ['an equals sign further on', 'a=1', '"a=1"'],
  ])('writes a cell of CSV: %s', (_what, cell, written) => {
    expect(csvLine([cell, 'b'])).toBe(`${written},"b"\r\n`);
  });
});
