import { Gate } from '../../../test/support/gate.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { textPdf } from '../../../test/support/pdf-samples.js';
import { answerArchiving, answerUpTo } from '../signing/child-answers.js';
import { PdfTasks } from './pdf-tasks.js';
import { TASK_ANSWERS } from './task-answers.js';

const A = { tenant: 1 };
const B = { tenant: 2 };

/** Possible wrong answers of a child that a file has taken over. */
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

it('takes no answer of the wrong shape for a success', () => {
  for (const [task, isAnswer] of Object.entries(TASK_ANSWERS))
    expect([task, ODD.filter(isAnswer)]).toEqual([task, []]);
  expect(['PAdES B-LTA', 'PAdES B-X', ''].map(TASK_ANSWERS['verify-archived'])).toEqual([true, false, false]);
  const refused = (code: string) => TASK_ANSWERS['inspect-document']({ ok: false, code, message: 'No' });
  expect(['document_unreadable', 'toString'].map(refused)).toEqual([true, false]);
});

it('does not answer questions of another kind', async () => {
  const answer = () => Promise.reject(new Error('answered'));
  const answers = [
    () => answerUpTo(1, answer),
    () => answerArchiving({ anchors: [], collect: answer, stamp: answer }),
  ];
  for (const asked of [null, ...ODD, { kind: 'stamp', contentSha256: { length: 2 ** 31 } }])
    for (const listen of answers)
      await expect(listen()(asked, () => undefined)).rejects.toThrow(/digests only|another kind/);
});

describe('tasks on documents', () => {
  const tasks = new PdfTasks();
  const gate = new Gate();
  let pdf: Buffer;
  let hogs: Promise<unknown>[];

  /** A task that keeps its slot until the gate opens, like a file that sends its reader into a loop. */
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

  inDepth('lets an organization upload while another’s tasks are stuck', async () => {
    expect(await tasks.run('inspect-document', pdf, B)).toMatchObject({ ok: true });
    expect(gate.entered).toBe(1);
  });

  it('lets documents be sealed while tasks are stuck, even in the same organization', async () => {
    const expected = { pages: 1, signatures: [] };
    for (const owner of [A, B])
      expect(await tasks.run('verify-completed', { original: pdf, completed: pdf, expected }, owner)).toEqual(
        expect.any(String),
      );
    expect(gate.entered).toBe(1);
  });
});
