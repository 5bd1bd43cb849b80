import { BODIES, CATALOG, FONT, FREE, inUse, page, PAGES, RawFile, saying } from './raw-pdf.js';

/** What the two readings of a crafted file say. */
export const [ONE, OTHER] = ['Rent: 100', 'Rent: 9000'] as const;

/** Files whose page one program may show as `ONE` and another as `OTHER`; some are sound. */
export function craftedPdfs(): Record<string, Buffer> {
  return { ...tables(), ...updates(), ...streams(), ...rebuilt(), ...syntax(), ...pageTrees() };
}

/** False entries in the table (ISO 32000-2 §7.5.4). */
function tables(): Record<string, Buffer> {
  const both = () => new RawFile().basics(ONE).object(6, saying(OTHER));
  const twice = (first: 5 | 6, second: 5 | 6) => {
    const file = both();
    const at = (number: 5 | 6) => inUse(file.last.get(number)!);
    const lines = `${file.lines({ 6: file.last.get(5)! })}5 1\n${at(first)}5 1\n${at(second)}`;
    return file.table(lines, '/Size 7 /Root 1 0 R');
  };
  const rewritten = (change: (text: string) => string, file = new RawFile().basics(ONE)) =>
    Buffer.from(change(file.plain().toString('latin1')), 'latin1');
  const prefixed = (prefix: string, shift: number) => {
    const file = new RawFile(`${prefix}%PDF-1.7\n`).basics(ONE);
    return file.plain({}, '', shift);
  };
  const other = both();
  const generation = new RawFile().basics(ONE).object(5, saying(OTHER), 1);
  const generations = generation.table(
    generation.lines().replace(/(\d{10}) 00000 n \n$/, '$1 00001 n \n'),
    '/Size 6 /Root 1 0 R',
  );
  const twoSets = new RawFile('%PDF-1.7\n').basics(OTHER);
  const inner = twoSets.plain().toString('latin1');
  const outer = new RawFile(`${inner}`);
  outer.basics(ONE);
  return {
    'a plain file': new RawFile().basics(ONE).plain(),
    'an object twice in a table': twice(5, 6),
    'an object twice in a table, the other way round': twice(6, 5),
    'an entry that points at an object of another number': both().plain({ 5: other.last.get(6)! }),
    'an entry of another generation': generations,
    'a table that begins at 1': rewritten((text) => text.replace('xref\n0 6', 'xref\n1 6')),
    'a table with entries of 19 bytes': rewritten((text) => text.replaceAll(' n \n', ' n\n')),
    'a table without the content': rewritten((text) =>
      text.replace(/\d{10} 00000 n \ntrailer/, `${FREE}trailer`),
    ),
    'a size that is too small': rewritten((text) => text.replace('/Size 6', '/Size 5')),
    'offsets that are one too low': new RawFile().basics(ONE).plain({}, '', -1),
    'bytes before the header, offsets from the file': prefixed('HTTP/1.1 200 OK\r\n\r\n', 0),
    'bytes before the header, offsets from the header': prefixed('HTTP/1.1 200 OK\r\n\r\n', -19),
    'a whole file before the header': outer.plain({}, '', 0),
    'two roots in a trailer': both()
      .object(7, PAGES.replace('3 0 R', '8 0 R'))
      .object(8, page('6 0 R'))
      .object(9, CATALOG.replace('2 0 R', '7 0 R'))
      .plain({}, '/Root 9 0 R'),
    'an update in a comment of the trailer': both().plain({}, '% /Prev 20\n'),
    'a table behind a blank line': rewritten((text) =>
      text.replace('\nxref\n', '\n\nxref\n').replace(/startxref\n(\d+)/, (_, at) => `startxref\n${at}`),
    ),
    'a table whose offset is in words': rewritten((text) =>
      text.replace(/startxref\n\d+/, 'startxref\nsoon'),
    ),
    'white space behind startxref': rewritten((text) => text.replace('startxref\n', 'startxref   \r\n \n')),
  };
}

/** Later revisions (ISO 32000-2 §7.5.6) and hybrid files (§7.5.8.4). */
function updates(): Record<string, Buffer> {
  const base = () => {
    const file = new RawFile().basics(ONE);
    const previous = file.length;
    file.plain();
    return { file, previous };
  };
  const updated = (write: (file: RawFile, previous: number) => Buffer) => {
    const { file, previous } = base();
    return write(file, previous);
  };
  const hybrid = (agrees: boolean) => {
    const file = new RawFile().basics(ONE).object(6, saying(OTHER));
    const at = file.length;
    const place = (number: number) => [1, file.last.get(number)!, 0];
    const entries = [[0, 0, 65_535], ...[1, 2, 3, 4].map(place), place(agrees ? 5 : 6), place(6)];
    file.xrefStream(7, [...entries, [1, at, 0]]);
    return file.plain({}, `/XRefStm ${at}`);
  };
  const hidden = new RawFile().basics(ONE).packed(7, [[6, FONT]]);
  const stream = hidden.length;
  hidden.xrefStream(8, [
    [0, 0, 65_535],
    ...Array.from({ length: 5 }, (_, i) => [1, hidden.last.get(i + 1)!, 0]),
    [2, 7, 0],
    [1, hidden.last.get(7)!, 0],
    [1, stream, 0],
  ]);
  return {
    'a sound update': updated((file, previous) => {
      file.object(5, saying(OTHER));
      return file.table(`5 1\n${inUse(file.last.get(5)!)}`, `/Size 6 /Root 1 0 R /Prev ${previous}`);
    }),
    'an update without a table': updated((file) => file.object(5, saying(OTHER)).bytes()),
    'an update that lists nothing': updated((file, previous) =>
      file.object(5, saying(OTHER)).table('0 0\n', `/Size 6 /Root 1 0 R /Prev ${previous}`),
    ),
    'an update with startxref of the first': updated((file, previous) =>
      file.object(5, saying(OTHER)).raw(`startxref\n${previous}\n%%EOF\n`).bytes(),
    ),
    'an update whose Prev is itself': updated((file) => {
      file.object(5, saying(OTHER));
      return file.table(file.lines(), `/Size 6 /Root 1 0 R /Prev ${file.length}`);
    }),
    'an update whose Prev leads nowhere': updated((file) => {
      file.object(5, saying(OTHER));
      return file.table(`5 1\n${inUse(file.last.get(5)!)}`, '/Size 6 /Root 1 0 R /Prev 3');
    }),
    'an update that frees the content': updated((file, previous) =>
      file.table(`5 1\n0000000000 00001 f \n`, `/Size 6 /Root 1 0 R /Prev ${previous}`),
    ),
    'an update of an older generation': updated((file, previous) => {
      file.object(5, saying(OTHER), 1);
      return file.table(`5 1\n${inUse(file.last.get(5)!, 1)}`, `/Size 6 /Root 1 0 R /Prev ${previous}`);
    }),
    'two startxref at the end': updated((file, previous) =>
      file.raw(`startxref\n${previous + 5}\n%%EOF\n`).bytes(),
    ),
    'an object behind the end': updated((file) =>
      file.raw('junk\n').object(5, saying(OTHER)).raw('junk\n').bytes(),
    ),
    'a hybrid file that contradicts itself': hybrid(false),
    'a hybrid file that agrees': hybrid(true),
    'a hybrid file with a packed font': hidden.plain({}, `/XRefStm ${stream}`),
    'a hybrid file whose stream is elsewhere': new RawFile().basics(ONE).plain({}, '/XRefStm 40'),
  };
}

/** Cross-reference streams and object streams (ISO 32000-2 §7.5.7, §7.5.8). */
function streams(): Record<string, Buffer> {
  const listed = (file: RawFile, numbers: number[]) => [
    [0, 0, 65_535],
    ...numbers.map((number) => [1, file.last.get(number)!, 0]),
  ];
  const simple = (options: Parameters<RawFile['stream']>[2], change = (entries: number[][]) => entries) => {
    const file = new RawFile().basics(ONE);
    return file.stream(6, change(listed(file, [1, 2, 3, 4, 5])), options);
  };
  const packed = (members: [number, string][], third: number[], entries = '') => {
    const file = new RawFile();
    for (const [number, body] of [
      [1, CATALOG],
      [2, PAGES],
      [4, FONT],
      [5, saying(ONE)],
      [6, saying(OTHER)],
    ] as const)
      file.object(number, body);
    file.packed(7, members, entries);
    const place = (number: number) => [1, file.last.get(number)!, 0];
    return file.stream(8, [
      [0, 0, 65_535],
      place(1),
      place(2),
      third,
      place(4),
      place(5),
      place(6),
      place(7),
    ]);
  };
  return {
    'a cross-reference stream': simple({}),
    'fields of eight bytes': simple({ widths: [1, 8, 2] }),
    'no field for the kind': simple({ widths: [0, 4, 2] }, (entries) =>
      entries.map(([, ...rest]) => [0, ...rest]),
    ),
    'an index with an object twice': simple({ dictionary: '/Index [0 6 5 1]' }),
    'a packed page': packed([[3, page()]], [2, 7, 0]),
    'a packed page, twice in its stream': packed(
      [
        [3, page()],
        [3, page('6 0 R')],
      ],
      [2, 7, 0],
    ),
    'a packed page with the index of the other': packed(
      [
        [3, page()],
        [3, page('6 0 R')],
      ],
      [2, 7, 1],
    ),
    'a packed page with an index out of range': packed(
      [
        [3, page()],
        [9, page('6 0 R')],
      ],
      [2, 7, 5],
    ),
    'a packed page under another number': packed(
      [
        [9, page('6 0 R')],
        [3, page()],
      ],
      [2, 7, 0],
    ),
    'a packed stream that extends itself': packed([[3, page()]], [2, 7, 0], '/Extends 7 0 R'),
  };
}

/** Files without a usable table: each program searches them in its own way. */
function rebuilt(): Record<string, Buffer> {
  const without = (write: (file: RawFile) => RawFile, trailer = '<< /Size 7 /Root 1 0 R >>') =>
    write(new RawFile().basics(ONE)).raw(`trailer\n${trailer}\nstartxref\n1\n%%EOF\n`).bytes();
  const body = `5 0 obj\n${saying(OTHER)}\nendobj\n`;
  const second = `7 0 obj\n${CATALOG.replace('2 0 R', '8 0 R')}\nendobj\n8 0 obj\n${PAGES.replace('3', '9')}\nendobj\n9 0 obj\n${page('6 0 R')}\nendobj\n6 0 obj\n${saying(OTHER)}\nendobj\n`;
  return {
    'no table': without((file) => file),
    'no table, an object in a comment': without((file) => file.raw(body.replace(/^/gm, '% '))),
    'no table, an object behind a comment sign': without((file) => file.raw(`%${body}`)),
    'no table, an object in a string': without((file) => file.object(6, `(\n${body})`)),
    'no table, an object in a hexadecimal string': without((file) => file.object(6, `<\n${body}>`)),
    'no table, an object in a stream': without((file) =>
      file.object(6, `<< /Length ${body.length + 1} >>\nstream\n\n${body}endstream`),
    ),
    'no table, an object twice': without((file) => file.object(5, saying(OTHER))),
    'no table, a second generation': without((file) => file.object(5, saying(OTHER), 1)),
    'no table, a lower generation behind': new RawFile()
      .basics(ONE)
      .object(5, saying(OTHER), 3)
      .object(5, saying(ONE), 2)
      .raw('trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n1\n%%EOF\n')
      .bytes(),
    'no table, a second trailer': without((file) => file.raw(`trailer\n<< /Root 7 0 R >>\n${second}`)),
    'no table, a second catalog behind': without((file) => file.raw(second)),
    'no table, a trailer in a comment': without((file) => file.raw(`% trailer << /Root 7 0 R >>\n${second}`)),
    'no table, an object without its end': without((file) => file.raw(`5 0 obj\n${saying(OTHER)}\n`)),
    'no table, an object in another': without((file) => file.raw(`6 0 obj\n<< /A ${body} >>\nendobj\n`)),
    'no table, no trailer': new RawFile().basics(ONE).raw('%%EOF\n').bytes(),
  };
}

/** Objects that can be read in two ways (ISO 32000-2 §7.3). */
function syntax(): Record<string, Buffer> {
  const withPage = (body: string) => {
    const file = new RawFile();
    [CATALOG, PAGES, body, FONT, saying(ONE), saying(OTHER)].forEach((each, index) =>
      file.object(index + 1, each),
    );
    return file.plain();
  };
  const withContent = (content: string, length: number | string, extra = '') => {
    const file = new RawFile();
    BODIES.forEach((each, index) => file.object(index + 1, each));
    file.object(5, `<< /Length ${length} ${extra} >>\nstream\n${content}\nendstream`);
    return file.object(6, '10').plain();
  };
  const [one, other] = [ONE, OTHER].map((words) => `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`);
  return {
    'an entry twice in a dictionary': withPage(page('5 0 R /Contents 6 0 R')),
    'an entry twice, once escaped': withPage(page('5 0 R /Cont#65nts 6 0 R')),
    'an entry with a sign in its number': withPage(page('+5 0 R')),
    'an entry with leading zeros': withPage(page('005 000 R')),
    'a reference of another generation': withPage(page('5 1 R')),
    'contents with null and nothing': withPage(page('[null 5 0 R 99 0 R]')),
    'a comment in the middle': withPage(page('5 % 6\n0 R')),
    'a length that is too short': withContent(`${one}\n`, 10),
    'a length that is too long': withContent(one!, 400),
    'no length': withContent(one!, 'null'),
    'a length elsewhere': withContent(one!, '6 0 R'),
    'the end of a stream within it': withContent(`${one}\nendstream\nendobj\n6 0 obj\n${other}`, one!.length),
    'a length in two ways': withContent(`${one}\nendstream % ${other}`, one!.length, '/Length 500'),
    'a string that does not end': withPage(page('5 0 R /A (').replace(' >>', ') >>')),
  };
}

/** Page trees that can be walked in two ways (ISO 32000-2 §7.7.3). */
function pageTrees(): Record<string, Buffer> {
  const tree = (pages: string, ...others: string[]) => {
    const file = new RawFile();
    [CATALOG, pages, page(), FONT, saying(ONE), saying(OTHER), ...others].forEach((each, index) =>
      file.object(index + 1, each),
    );
    return file.plain();
  };
  return {
    'a page twice in the tree': tree('<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>'),
    'a count that is too high': tree('<< /Type /Pages /Kids [3 0 R] /Count 2 >>'),
    'a count that is too low': tree('<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 1 >>', page('6 0 R')),
    'kids under another type': tree('<< /Type /Page /Kids [3 0 R] /Count 1 /Contents 6 0 R >>'),
    'a page that is its own parent': tree('<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>'),
  };
}
