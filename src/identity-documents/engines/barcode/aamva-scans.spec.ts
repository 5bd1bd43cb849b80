import { aamvaText, JANE, WHOLE } from '../../../../test/support/aamva-text.js';
import { parseAamva } from './aamva.js';

describe('texts as scanners return them', () => {
  const text = aamvaText({ other: 'ZCZCAY\nZCBN' });
  const spaced = (separator: string) => text.replace(/\n(?=D)/g, separator);
  test.each<[string, string]>([
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR', text.replaceAll('\n', '\r')],
    ['LF', text.replaceAll('\r', '\n')],
    ['record separators', text.replaceAll('\n', '\x1e')],
    ['file separators', text.replaceAll('\n', '\x1c')],
    ['spaces', spaced(' ')],
    ['nothing', spaced('')],
    ['pipes', text.replace(/\p{Cc}/gu, '|')],
    ['pipes, of which none is in the header', text.replace('@\n\x1e\r', '@').replace(/\p{Cc}/gu, '|')],
    [
      'control pictures',
      text.replace(/\p{Cc}/gu, (sign) => String.fromCodePoint(0x2400 + sign.charCodeAt(0))),
    ],
    ['escapes', text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\x1e', '\\u001e')],
    [
      'names of control characters',
      text.replaceAll('\n', '<LF>').replaceAll('\r', '<CR>').replace('\x1e', '<RS>'),
    ],
    ['an identifier of the symbol', `]L2${text}`],
    ['a small subfile name', text.replace('DLDAQ', 'dlDAQ')],
    ['small subfile names', text.replaceAll('DL', 'dl')],
    ['no control characters at all', text.replace(/\p{Cc}/gu, '')],
    ['blanks before @', `  ${text}`],
    ['no separators in the header', text.replace('@\n\x1e\r', '@')],
    ['a file separator in the header', text.replace('\x1e', '\x1c')],
    ['letters in the header', text.replace('@\n\x1e\r', '@a\n')],
    ['letters in the header and after the subfiles', text.replace('\x1e\r', '6M').replaceAll('\r', 'M')],
    ['no end of the licence subfile', text.replace('\rZC', 'ZC')],
    ['no end of the text', aamvaText().trimEnd()],
    ['a misspelt file type', text.replace('ANSI ', 'AMVA ')],
  ])('reads a scanned text with %s', (_name, scanned) => {
    expect(parseAamva(scanned)).toMatchObject(WHOLE);
  });

  test.each([
    ['', 'SADDAM', 'JANE'],
    ['', 'MADDEN', 'JANE'],
    ['', 'HOLLIDAY', 'JANE'],
    ['', 'PADDACK', 'JANE'],
    ['', 'FORD', 'FRED'],
    ['', 'DACOSTA', 'JANE'],
    [' ', 'MC DADE', 'JANE'],
    [' ', 'PUBLIC', 'MARY DAYNA'],
  ])('reads or doubts a name separated by «%s»: %s, %s', (separator, surname, first) => {
    for (const version of [3, 10]) {
      const given: Record<string, string> = version === 3 ? { DCT: first } : { DAC: first, DAD: 'NONE' };
      const whole = aamvaText({ version, elements: { DCS: surname, ...given } });
      const { complete, fields } = parseAamva(whole.replace(/\n(?=D)/g, separator));
      if (complete) expect(fields).toMatchObject({ surname, givenNames: first });
    }
  });

  test.each(['DBA', 'DAC', 'DCS', 'DAQ'])('reads or doubts a value ending in D right before %s', (id) => {
    const whole = aamvaText({ elements: { DAQ: null, DCS: null, DAC: null, DBA: null } });
    const values = { DAQ: 'D12345678', DCS: 'PUBLIC', DAC: 'JANE', DBA: '01312030' };
    const { [id as 'DAQ']: last, ...others } = values;
    const lines = [...Object.entries(others), ['DCA', 'D'], [id, last]].map((each) => each.join(''));
    const text = whole.replace('DAD', `${lines.join('\n')}\nDAD`).replace(/\n(?=D)/g, '');
    const { complete, fields } = parseAamva(text);
    if (complete) expect(fields).toMatchObject(JANE);
  });

  test('calls a text that ends early incomplete', () => {
    const cut = aamvaText({ elements: { DAG: null, DCG: null, DCK: 'X'.repeat(40) } }).slice(0, -20);
    expect(parseAamva(cut)).toMatchObject({ problems: ['truncated'], fields: JANE });
  });
});
