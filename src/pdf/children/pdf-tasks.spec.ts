import { Gate } from '../../../test/support/gate.js';
import { textPdf } from '../../../test/support/pdf-samples.js';
import { PdfTasks } from './pdf-tasks.js';

const A = { tenant: 1 };
const B = { tenant: 2 };

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
