import { Gate } from '../../../test/support/gate.js';
import { textPdf } from '../../../test/support/pdf-samples.js';
import { answerArchiving, answerUpTo } from '../signing/child-answers.js';
import { PdfTasks } from './pdf-tasks.js';
import { TASK_ANSWERS } from './task-answers.js';

const A = { tenant: 1 };
const B = { tenant: 2 };

/** What a child might say that a file has taken over. */
const ODD = [
  5,
  true,
  undefined,
  {},
  [],
  { ok: true },
  { ok: true, kind: 'pdf' },
  { pdf: { length: 2 ** 31 } },
];

it('answers of another kind are none, so that nothing is accepted or verified by them', () => {
  for (const [task, isAnswer] of Object.entries(TASK_ANSWERS))
    expect([task, ODD.filter(isAnswer)]).toEqual([task, []]);
  expect(['PAdES B-LTA', 'PAdES B-X', ''].map(TASK_ANSWERS['verify-archived'])).toEqual([true, false, false]);
  const refused = (code: string) => TASK_ANSWERS['inspect-document']({ ok: false, code, message: 'No' });
  expect(['document_unreadable', 'toString'].map(refused)).toEqual([true, false]);
});

it('questions of another kind are not answered', async () => {
  const answer = () => Promise.reject(new Error('answered'));
  const answers = [
    () => answerUpTo(1, answer),
    () => answerArchiving({ anchors: [], collect: answer, stamp: answer }),
  ];
  for (const asked of [null, ...ODD, { kind: 'stamp', contentSha256: { length: 2 ** 31 } }])
    for (const listen of answers) await expect(listen()(asked)).rejects.toThrow(/digests only|another kind/);
});

describe('tasks on documents', () => {
  const tasks = new PdfTasks();
  const gate = new Gate();
  let pdf: Buffer;
  let hogs: Promise<unknown>[];

  /** A task that keeps its slot until the gate opens, as a file does that its reader loops over. */
  const hog = () =>
    tasks.run(
      'inspect-document',
      async () => {
        await gate.pass();
        return pdf;
      },
      A,
    );

  beforeAll(async () => {
    pdf = await textPdf(1);
    hogs = Array.from({ length: 4 }, hog);
  });
  afterAll(async () => {
    gate.open();
    await Promise.all(hogs);
    tasks.close();
  });

  it('of one organization do not stop an upload of another', async () => {
    expect(await tasks.run('inspect-document', pdf, B)).toMatchObject({ ok: true });
    expect(gate.entered).toBe(1);
  });

  it('do not stop sealing, not even in the same organization', async () => {
    const expected = { pages: 1, signatures: [] };
    for (const owner of [A, B])
      expect(await tasks.run('verify-completed', { original: pdf, completed: pdf, expected }, owner)).toEqual(
        expect.any(String),
      );
    expect(gate.entered).toBe(1);
  });
});
