import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECIMEN_FACTS } from '../../test/support/document-findings.js';
import { inDepth } from '../../test/support/in-depth.js';
import { renderPassport } from '../../test/support/passport-renderer.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { PROJECT_ROOT } from '../platform/config/paths.js';
import { isDocumentAnswer, isFaceAnswer, isRereadAnswer } from './analysis/analysis-answers.js';
import { DocumentAnalysisService } from './document-analysis.service.js';
import { isConfirmed } from './print-agreement.js';
import { judgePrint } from './print-verdict.js';

const OWNER = { tenant: 1 };
const SPECIMEN_LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3804151ZE184226B<<<<<16',
];
const OPTIONS = { today: '2026-01-01', isBack: false, mayHaveBarcode: false, expectsMrz: true };

it('treats answers of the wrong shape as none', () => {
  const odd = [
    5,
    true,
    undefined,
    {},
    [],
    { ok: true },
    { readable: true },
    { found: true, descriptor: 'me' },
  ];
  const common = { image: Buffer.alloc(0) };
  for (const answer of odd) {
    expect(isDocumentAnswer(answer, { kind: 'inspect', ...common })).toBe(false);
    expect(isDocumentAnswer(answer, { kind: 'analyze', ...common, ...OPTIONS })).toBe(false);
    expect(isRereadAnswer(answer)).toBe(false);
    expect(isFaceAnswer(answer, { kind: 'frame', ...common })).toBe(false);
    const place = { rotation: null, mrzBox: null };
    expect(isFaceAnswer(answer, { kind: 'portrait', ...common, place })).toBe(false);
  }
});

describe('analysis in a child process', () => {
  let service: DocumentAnalysisService;
  let image: Buffer;

  beforeAll(async () => {
    service = new DocumentAnalysisService();
    image = await renderPassport({}, { pageWidth: 1000 });
  });

  afterAll(() => service.onApplicationShutdown());

  inDepth('reads a passport', async () => {
    const findings = await service.analyzeDocument(image, OPTIONS, OWNER);
    expect(findings).toMatchObject({ readable: true, mrz: { accepted: true } });
    expect(findings.mrz!.lines[1]).toBe('L898902C36UTO7408122F3804151ZE184226B<<<<<16');
  });

  inDepth('reads a page again if its print does not show what its MRZ says, and no other', async () => {
    expect((await service.analyzeDocument(image, OPTIONS, OWNER)).reread).toBeUndefined();
    const nameless = await renderPassport({ surname: ' ', mrzLines: SPECIMEN_LINES }, { pageWidth: 1000 });
    const findings = await service.analyzeDocument(nameless, OPTIONS, OWNER);
    expect(judgePrint({ ...findings, reread: undefined }, SPECIMEN_FACTS, OPTIONS.today)!.surname).toBe(
      'unseen',
    );
    const words = findings.reread!.words.map(({ text }) => text).join(' ');
    expect(words).toContain('L898902C3');
    expect(findings.engineVersion).toContain('ppocr');
    const agreement = judgePrint(findings, SPECIMEN_FACTS, OPTIONS.today)!;
    expect([agreement.surname, isConfirmed(agreement)]).toEqual(['unseen', false]);
  });

  it('inspects an upload', async () => {
    expect(await service.inspectImage(image, OWNER)).toEqual({
      ok: true,
      image: { width: 1000, height: 704, format: 'jpeg' },
    });
    const text = Buffer.from('no picture at all');
    expect(await service.inspectImage(text, OWNER)).toEqual({
      ok: false,
      reason: 'not_an_image',
      image: null,
    });
  });

  inDepth('recognizes a truncated HEIC file', async () => {
    const whole = readFileSync(join(PROJECT_ROOT, 'test/fixtures/passport.heic'));
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
    expect(await service.inspectImage(cut, OWNER)).toMatchObject({ ok: false, reason: 'truncated' });
    expect(await service.inspectImage(whole, OWNER)).toMatchObject({ ok: true, image: { format: 'heic' } });
  });

  it('answers concurrent requests for analysis', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.inspectImage(image, OWNER)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
  });

  it.each([
    ['is taking too long', { timeoutMs: 1, maxResidentMb: 1024 }, 'timeout'],
    ['takes too much memory', { timeoutMs: 20_000, maxResidentMb: 30 }, 'memory'],
  ])('kills a child that %s', async (_, limits, failure) => {
    const refused = service.analyzeDocument(image, OPTIONS, OWNER, limits);
    await expect(refused).rejects.toMatchObject({ failure });
    await expect(refused).rejects.toBeInstanceOf(ChildTaskError);
  });

  inDepth('stops an analysis on abort, then serves the next request', async () => {
    const abort = new AbortController();
    const stopped = service.analyzeDocument(image, OPTIONS, { ...OWNER, signal: abort.signal });
    abort.abort();
    await expect(stopped).rejects.toBe(abort.signal.reason);
    expect(await service.inspectImage(image, OWNER)).toMatchObject({ ok: true });
  });

  it('keeps its child process warm and replaces one that was killed', async () => {
    await service.inspectImage(image, OWNER);
    const before = childIds();
    await service.inspectImage(image, OWNER);
    expect(childIds()).toEqual(before);
    const killed = service.analyzeDocument(image, OPTIONS, OWNER, { timeoutMs: 1, maxResidentMb: 1024 });
    await expect(killed).rejects.toMatchObject({ failure: 'timeout' });
    await service.inspectImage(image, OWNER);
    expect(childIds()).not.toEqual(before);
  });
});

/** Process ids of this process's children, from /proc on Linux. */
function childIds(): string[] {
  const tasks = readdirSync('/proc/self/task');
  return tasks
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
    .filter(Boolean)
    .sort();
}
