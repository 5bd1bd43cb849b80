import { UPLOAD_TASK_LIMITS } from '../../src/pdf/document-limits.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { inDepth } from '../support/in-depth.js';
import { collectLog } from '../support/log-lines.js';
import { wordyPdf } from '../support/pdf-samples.js';
import { uploadOf } from '../support/uploads.js';

const OWNER = { tenant: 1 };
/** Sorting this many pieces of text into lines takes a minute. */
const TOO_MANY = 40_000;
/** More than a task may take by the clock. */
const LONGEST_TEST_MS = 120_000;

describe('the processor time of an upload', () => {
  const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
  const inspect = (bytes: Buffer, limits = UPLOAD_TASK_LIMITS) =>
    pdfService.inspect(uploadOf(bytes), OWNER, { limits });

  afterAll(() => pdfService.onApplicationShutdown());

  it('the processor time of an upload is ten seconds', () => {
    expect(UPLOAD_TASK_LIMITS.timeoutMs).toBe(10_000);
  });

  inDepth('suffices to find a text tag among thousands of pieces of text', async () => {
    const found = await inspect(wordyPdf(3_000));
    expect(found).toMatchObject({ ok: true, layout: { tags: [{ kind: 'signature', signer: 1, page: 1 }] } });
  });

  it('runs out while searching a text tag among far more of them', async () => {
    const found = await inspect(wordyPdf(TOO_MANY), { ...UPLOAD_TASK_LIMITS, timeoutMs: 500 });
    expect(found).toMatchObject({ ok: false, code: 'document_too_complex' });
  });

  inDepth(
    'limits inspection and layout together, which end sooner without a tag',
    async () => {
      expect(await inspect(wordyPdf(TOO_MANY, 'no tag'))).toMatchObject({ ok: true, layout: { tags: [] } });
      const log = collectLog();
      const found = await pdfService.inspect(uploadOf(wordyPdf(TOO_MANY)), OWNER).finally(log.end);
      expect(found).toMatchObject({ ok: false, code: 'document_too_complex' });
      expect(log.lines).toEqual([expect.stringMatching(/^warn: .* took over 10000 ms$/)]);
    },
    LONGEST_TEST_MS,
  );
});
