import { type Listing } from './crafted-pdf.js';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';
import {
  CONTENT,
  type Craft,
  FONT,
  FREE,
  listing,
  NEW,
  OTHER,
  PAGE,
  replacing,
  saying,
  withObjects,
} from './sealed-update.js';

/** Updates after which a program may show a different page. */
export const CHANGES: Record<string, Craft> = {
  'a new content': withObjects(() => ({ [CONTENT]: streamBody(NEW) })),
  'a table with the new content and a stream with the old one': replacing(
    ({ file, trailer, old }, changed) => {
      const half = file.references(FREE, { [CONTENT]: old }, trailer);
      file.end(file.table({ [CONTENT]: changed, [FREE]: { offset: half } }, `${trailer} /XRefStm ${half}`));
    },
  ),
  'a table with the old content and a stream with the new one': replacing(
    ({ file, trailer, old }, changed) => {
      const half = file.references(FREE, { [CONTENT]: changed }, trailer);
      file.end(file.table({ [CONTENT]: old, [FREE]: { offset: half } }, `${trailer} /XRefStm ${half}`));
    },
  ),
  'a table that frees the content and a stream with the new one': replacing(({ file, trailer }, changed) => {
    const half = file.references(FREE, { [CONTENT]: changed }, trailer);
    file.end(file.table({ [CONTENT]: 'free', [FREE]: { offset: half } }, `${trailer} /XRefStm ${half}`));
  }),
  'a stream for the table that is not there': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, `${trailer} /XRefStm 17`));
  }),
  'a stream with the new content beside an empty table': replacing(({ file, trailer }, changed) => {
    const half = file.references(FREE, { [CONTENT]: changed }, trailer);
    file.end(file.table([], `${trailer} /XRefStm ${half}`));
  }),
  'an object in no table': replacing(({ file, trailer }) => void file.end(file.table([], trailer))),
  'an object and nothing else': replacing(() => undefined),
  'an object before startxref': replacing(({ file, prev }) => void file.end(prev)),
  'an object and a table at no place': replacing(({ file }) => void file.end(7)),
  'an object beside a listed one': replacing(({ file, trailer }) => {
    file.end(file.table({ [FREE]: file.object(FREE, 'null') }, trailer));
  }),
  'an object beside one with the same number': replacing(({ file, trailer }) => {
    file.end(file.table({ [CONTENT]: file.stream(CONTENT, saying(100)) }, trailer));
  }),
  'the new content listed before the old one': replacing(({ file, trailer, old }, changed) => {
    file.end(
      file.table(
        [
          [CONTENT, changed],
          [CONTENT, old],
        ],
        trailer,
      ),
    );
  }),
  'the old content listed before the new one': replacing(({ file, trailer, old }, changed) => {
    file.end(
      file.table(
        [
          [CONTENT, old],
          [CONTENT, changed],
        ],
        trailer,
      ),
    );
  }),
  'the old content listed after an update': replacing(({ file, trailer, old, prev }, changed) => {
    const second = file.table({ [CONTENT]: changed }, trailer);
    file.end(second);
    file.end(file.table({ [CONTENT]: old }, trailer.replace(`/Prev ${prev}`, `/Prev ${second}`)));
  }),
  'an object of another number': ({ file, trailer }) => {
    file.end(file.table({ [CONTENT]: file.stream(FREE, NEW) }, trailer));
  },
  'an object of another generation': ({ file, trailer }) => {
    const { offset } = file.object(CONTENT, streamBody(NEW), 1);
    file.end(file.table({ [CONTENT]: { offset } }, trailer));
  },
  'a second generation': ({ file, trailer }) => {
    file.end(file.table({ [CONTENT]: file.object(CONTENT, streamBody(NEW), 1) }, trailer));
  },
  'an offset inside an object': replacing(({ file, trailer }, changed) => {
    const { offset } = changed as { offset: number };
    file.end(file.table({ [CONTENT]: { offset: offset - 3 } }, trailer));
  }),
  'no previous table': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, trailer.replace(/\/Prev \d+/, '')));
  }),
  'a table before itself': replacing(({ file, trailer }, changed) => {
    const at = file.length;
    file.end(file.table({ [CONTENT]: changed }, trailer.replace(/\/Prev \d+/, `/Prev ${at}`)));
  }),
  'a previous table that is none': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, trailer.replace(/\/Prev \d+/, '/Prev 20')));
  }),
  'a table that startxref misses': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, trailer) + 2);
  }),
  'a table that startxref passes over': replacing(({ file, trailer, prev }, changed) => {
    file.table({ [CONTENT]: changed }, trailer);
    file.end(prev);
  }),
  'two tables in one update': replacing(({ file, trailer, old }, changed) => {
    file.table({ [CONTENT]: changed }, trailer);
    file.end(file.table({ [CONTENT]: old }, trailer));
  }),
  'no mark of the end': replacing(({ file, trailer }, changed) => {
    file.add(`startxref\n${file.table({ [CONTENT]: changed }, trailer)}\n`);
  }),
  'no startxref': replacing(({ file, trailer }, changed) => {
    file.table({ [CONTENT]: changed }, trailer);
    file.add('%%EOF\n');
  }),
  'a trailer without a catalog': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, trailer.replace(/\/Root \d+ 0 R/, '')));
  }),
  'a catalog of its own': (sealed) => {
    const { file, trailer } = sealed;
    const pages = '<< /Type /Pages /Kids [202 0 R] /Count 1 >>';
    const objects: Record<number, Listing> = {
      [FREE]: file.object(FREE, '<< /Type /Catalog /Pages 201 0 R >>'),
      [OTHER]: file.object(OTHER, pages),
      202: file.object(202, `<< ${PAGE.replace('2 0 R', '201 0 R').replace('4 0 R', '203 0 R')} >>`),
      203: file.stream(203, NEW),
    };
    file.end(file.table(objects, trailer.replace(/\/Root \d+ 0 R/, `/Root ${FREE} 0 R`)));
  },
  'an object stream with the page': ({ file, trailer, page }) => {
    const holder = file.objectStream(FREE, [[3, `<< ${page.replace('4 0 R', '202 0 R')} >>`]]);
    const objects: Record<number, Listing> = {
      202: file.stream(202, NEW),
      [FREE]: holder,
      3: { stream: FREE, index: 0 },
    };
    file.end(file.references(OTHER, objects, trailer));
  },
  'an object stream whose entry names another place': ({ file, trailer, page }) => {
    const changed = `<< ${page.replace('4 0 R', '202 0 R')} >>`;
    const holder = file.objectStream(FREE, [
      [203, 'null'],
      [3, changed],
    ]);
    const objects: Record<number, Listing> = {
      202: file.stream(202, NEW),
      [FREE]: holder,
      3: { stream: FREE, index: 0 },
    };
    file.end(file.references(OTHER, objects, trailer));
  },
  'an object stream that no entry leads to': ({ file, trailer, page }) => {
    const holder = file.objectStream(FREE, [[3, `<< ${page.replace('4 0 R', '202 0 R')} >>`]]);
    file.end(file.references(OTHER, { 202: file.stream(202, NEW), [FREE]: holder }, trailer));
  },
  'an object stream that some programs decode otherwise': ({ file, trailer, page }) => {
    const changed = `<<${page.replace(/\/Contents \d+ 0 R/, '/Contents 202 0 R')}>>`;
    const hidden = Buffer.from(`3 0  ${changed}`, 'latin1').toString('hex');
    const content = `3 0 \n\n%${hidden}>\n<< ${page} >>`;
    const objects: Record<number, Listing> = {
      202: file.stream(202, NEW),
      [FREE]: file.stream(FREE, content, '/Type /ObjStm /N 1 /First 6 /F /ASCIIHexDecode'),
      3: { stream: FREE, index: 0 },
    };
    file.end(file.references(OTHER, objects, trailer));
  },
  'a cross-reference stream with the new content': replacing(({ file, trailer }, changed) => {
    file.end(file.references(FREE, { [CONTENT]: changed }, trailer));
  }),
  'an object in a comment': ({ file }) => void file.add(`% ${CONTENT} 0 obj ${NEW} endobj\n`),
  'an object in a comment, and no table': ({ file }) => {
    file.add(`%\r${CONTENT} 0 obj\r<< /Length ${NEW.length} >>\rstream\n${NEW}\rendstream\rendobj\r`);
    file.end(3);
  },
  'an object in a string, and no table': ({ file }) => {
    file.object(
      FREE,
      `(\n${CONTENT} 0 obj\n<< /Length ${NEW.length} >>\nstream\n${NEW}\nendstream\nendobj\n)`,
    );
    file.end(3);
  },
  'an object in a string, and an end that is far off': withObjects(
    () => ({
      [FREE]: `(\n${CONTENT} 0 obj\n<< /Length ${NEW.length} >>\nstream\n${NEW}\nendstream\nendobj\n)`,
    }),
    '',
    2000,
  ),
  'an object in a string that is listed': withObjects(() => ({
    [FREE]: `(\n${CONTENT} 0 obj\n<< /Length ${NEW.length} >>\nstream\n${NEW}\nendstream\nendobj\n)`,
  })),
  'a trailer in a string': withObjects(() => ({
    [FREE]: `(\ntrailer\n<< /Size 300 /Root ${OTHER} 0 R >>\n)`,
    [OTHER]: '<< /Type /Catalog /Pages 202 0 R >>',
  })),
  'an object in a stream, and no table': ({ file }) => {
    file.stream(
      FREE,
      Buffer.concat([Buffer.from(`\n${CONTENT} 0 obj\n`), streamBody(NEW), Buffer.from('\nendobj\n')]),
    );
    file.end(3);
  },
  'a page with two contents': withObjects(({ page }) => ({
    3: `<< ${page} /Contents ${FREE} 0 R >>`,
    [FREE]: streamBody(NEW),
  })),
  'a page with two spellings of its contents': withObjects(({ page }) => ({
    3: `<< /#43ontents ${FREE} 0 R ${page} >>`,
    [FREE]: streamBody(NEW),
  })),
  'a page with another content': withObjects(({ page }) => ({
    3: `<< ${page.replace(/\/Contents \d+ 0 R/, `/Contents ${FREE} 0 R`)} >>`,
    [FREE]: streamBody(NEW),
  })),
  'a longer list of contents': withObjects(({ page }) => ({
    3: `<< ${page.replace(/\/Contents (\d+ 0 R)/, `/Contents [$1 ${FREE} 0 R]`)} >>`,
    [FREE]: streamBody(NEW.replace('300 Td', '200 Td')),
  })),
  'a stream longer than stated': withObjects(() => ({
    [CONTENT]: `<< /Length 1 >>\nstream\n${NEW}\nendstream`,
  })),
  'a freed content': listing([[CONTENT, 'free']]),
  'a size that leaves objects out': replacing(({ file, trailer }, changed) => {
    file.end(file.table({ [CONTENT]: changed }, trailer.replace('/Size 300', '/Size 4')));
  }),
  'a password': listing([], ({ trailer }) => `${trailer} /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 >>`),
  'another whole file': ({ file }) =>
    void file.add(
      assemblePdf(['<< /Type /Catalog /Pages 2 0 R >>', PAGE_TREE, `<< ${PAGE} >>`, streamBody(NEW), FONT]),
    ),
  'bytes before the header': ({ bytes }) => Buffer.concat([Buffer.from('%!\n'), bytes]),
  'another page tree': withObjects(({ page }) => ({
    2: `<< /Type /Pages /Kids [${OTHER} 0 R] /Count 1 >>`,
    [OTHER]: `<< ${page.replace('4 0 R', `${FREE} 0 R`)} >>`,
    [FREE]: streamBody(NEW),
  })),
  'another font': withObjects(() => ({ 5: FONT.replace('Helvetica', 'ZapfDingbats') })),
  'a note over the page': withObjects(({ page }) => ({
    3: `<< ${page.replace(/\/Annots\s*\[[^\]]*\]|\/Annots \d+ 0 R/, '')} /Annots [${FREE} 0 R] >>`,
    [FREE]: `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [60 290 400 330] /AP << /N ${OTHER} 0 R >> >>`,
    [OTHER]: streamBody(
      NEW,
      '/Type /XObject /Subtype /Form /BBox [60 290 400 330] /Resources << /Font << /F1 5 0 R >> >>',
    ),
  })),
};

/** Ways to write an update that changes nothing, which every reader takes for the same. */
export const SPELLINGS: Record<string, Craft> = {
  'an update of an object that is not used': withObjects(() => ({ [FREE]: 'null' })),
  'a cross-reference stream with offsets of eight bytes': ({ file, trailer }) => {
    file.end(file.references(FREE, {}, trailer, { widths: [1, 8, 2], isCompressed: false }));
  },
  'a blank line before the table': ({ file, trailer }) => {
    const at = file.add('\n \n') + 3;
    file.table([], trailer);
    file.end(at);
  },
  'a blank line that startxref counts': ({ file, trailer }) => {
    const at = file.add('\r\n');
    file.table([], trailer);
    file.end(at);
  },
  'white space behind startxref': ({ file, trailer }) => {
    file.add(`startxref  \n\n ${file.table([], trailer)} \r\n%%EOF\r\n\n`);
  },
  'white space at the end': ({ file }) => void file.add('\r\n \0\n'),
  'a comment before an object': ({ file, trailer }) => {
    file.add('% added later\n');
    file.end(file.table({ [FREE]: file.object(FREE, 'null') }, trailer));
  },
  'halves of a hybrid file that agree': ({ file, trailer }) => {
    const object = file.object(OTHER, 'null');
    const half = file.references(FREE, { [OTHER]: object }, trailer);
    file.end(file.table({ [OTHER]: object, [FREE]: { offset: half } }, `${trailer} /XRefStm ${half}`));
  },
  'an entry for an object that stays where it is': ({ file, trailer, old }) => {
    file.end(file.table({ [CONTENT]: old }, trailer));
  },
};
