import { type ContentSurroundings, ContestedContent, plainContent } from './plain-content.js';

const AROUND: ContentSurroundings = {
  hasResource: (_, name) => name === '/Known',
  components: 1,
  imageEnd: (content, start) => content.indexOf('EI', start) + 2,
};
const plain = (content: string) => plainContent(content, AROUND);

describe('content that programs mend in different ways', () => {
  it.each([
    'q 1 0 0 1 72 -.5 cm BT /F1 24. Tf 72 +700 Td (a\\(b\\)c \\101) Tj [(a) -20 <6b>] TJ ET Q',
    '[] 0 d [3 5] 2 d 0 w 1 J 2 j 10 M /Known gs /Known Do /Known sh',
    '/DeviceRGB cs 1 0 0 scn /Known cs 1 scn /Pattern CS /P1 SCN 0 0 0 1 K',
    '/Span << /MCID 1 /Lang (en) >> BDC EMC % a comment\n72 600 m 80 600 l h W* n',
    'BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI 72 600 10 10 re 80 600 l f',
    'q q BT /F1 1 Tf',
    'q W q 5 w 1 2 3 4 re n Q',
    '',
  ])('is not found in %j', (content) => {
    expect(plain(content)).toBeNull();
  });

  it.each([
    ['7-00 --5 m', '700 -5 m'],
    ['4294967346 .50000000000000000000000001 m', '2147483647 0.5 m'],
    ['1 2 3 m', '2 3 m'],
    ['3 m', ''],
    ['(1) 2 m', ''],
    ['1 2 zyx 3 4 m', '3 4 m'],
    ['1 2 m3 4 l', '1 2 m\n3 4 l'],
    ['q Q Q', 'q\nQ'],
    ['1 2 l 1 2 m h S', '1 2 m\nS'],
    ['W n', 'n'],
    ['q W Q 1 2 3 4 re n', 'q\n\nQ\n1 2 3 4 re\nn'],
    ['W W /Known Do W', '/Known Do'],
    ['q 1 2 3 4 re W Q n', 'q\n1 2 3 4 re\n\nQ\nn'],
    ['1 2 3 4 re W /Known Do n', '1 2 3 4 re\n\n/Known Do\nn'],
    ['1 2 3 4 re W', '1 2 3 4 re'],
    ["W (a) ' 1 2 3 4 re n", "(a) '\n1 2 3 4 re\nn"],
    ['W* /Known Do 1 2 3 4 re n', '/Known Do\n1 2 3 4 re\nn'],
    ['q W 1 2 3 4 re n W n 5 6 7 8 re f Q', 'q\nW\n1 2 3 4 re\nn\n\nn\n5 6 7 8 re\nf\nQ'],
    ['-1 w 3 J 8 Tr', ''],
    ['[-1 1] 0 d [2 4] -1 d [0] 0 d', '[] 0 d\n[2 4] 5 d\n[] 0 d'],
    ['1 0 0 sc', '0 sc'],
    ['/DeviceRGB cs 1 scn', '/DeviceRGB cs'],
    ['/Other gs /Other Do /A#00 MP', ''],
    ['(\\471\\1012) Tj', '<394132> Tj'],
    ['<3z9> Tj', '<39> Tj'],
    ['[(a) /b [(c)] 1] TJ', '[(a) 1] TJ'],
    ['/Span << /a >> BDC ) ] >> } EMC', '/Span BMC\nEMC'],
    ['EMC /A BMC', '/A BMC\nEMC'],
    ['1 2 m (abc', '1 2 m'],
    ['1 2 m 3', '1 2 m'],
    ['/A#zz MP', '/A#23zz MP'],
  ])('is written anew: %j', (content, written) => {
    const settled = plain(content);
    expect(settled?.trim()).toBe(written);
    expect(plain(settled!)).toBeNull();
  });

  it('is refused if text goes on elsewhere after a drawing', () => {
    expect(() => plain('BT (a) Tj 1 2 3 4 re f (b) Tj ET')).toThrow(ContestedContent);
    expect(() => plain('BT (a) Tj /Known Do (b) Tj ET')).toThrow(ContestedContent);
    expect(plain('BT (a) Tj 1 2 3 4 re f 1 0 Td (b) Tj ET')).toBeNull();
  });
});
