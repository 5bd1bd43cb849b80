import { PDF } from '@libpdf/core';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { ChildTaskError } from '../../src/platform/child-process/child-task.js';
import { TaskSlots } from '../../src/platform/child-process/task-slots.js';
import { WorkerPool } from '../../src/platform/child-process/worker-pool.js';
import { type CheckedDocument } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { isCheckedDocument } from '../../src/signed-pdf-checks/reading/check-answer.js';
import { type CheckTask } from '../../src/signed-pdf-checks/reading/check-document.js';
import { SYSTEM_LISTS } from '../../src/signed-pdf-checks/reading/known-authorities.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { opensslHolds, sealedPdf } from '../support/signed-pdfs.js';

const NOW = '2026-06-01T00:00:00.000Z';
const FLIPS = 220;
/** A flipped bit (in a parenthesis, for one) can send the PDF reader into an endless loop. */
const LIMITS = { timeoutMs: 8000, maxResidentMb: 512 };

/** Mulberry32: the same positions in every run. */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('one flipped bit in the signed content', () => {
  const checks = new WorkerPool<CheckTask, CheckedDocument>(
    'signed-pdf-checks/check-document.child',
    new TaskSlots({ slots: 1 }),
    { isAnswer: isCheckedDocument, rights: { files: SYSTEM_LISTS } },
  );

  afterAll(() => checks.close());

  /** Answers as `checkFile` does, with one process for all files that do not kill it. */
  async function check(pdf: Buffer): Promise<CheckedDocument> {
    return checks
      .run(() => ({ pdf, authorities: '' }), LIMITS, { tenant: 1 })
      .catch((error: unknown) => {
        if (error instanceof ChildTaskError) return { ok: false, reason: 'too_complex' };
        throw error;
      });
  }

  it.each(['p256', 'rsa3072'] as const)(
    'this service and OpenSSL detect a flipped bit under %s, wherever it is',
    async (type) => {
      const key = await newSealingKey(type);
      const sealed = await sealedPdf(await textPdf(2), key);
      const [seal] = readSignatures(await PDF.load(sealed), sealed);
      const { start, end } = seal!.gap;
      const accepted = (pdf: Buffer) =>
        opensslHolds(
          seal!.contents,
          Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]),
          key.chain[0]!,
        );
      const verdict = async (pdf: Buffer) => {
        const checked = await check(pdf);
        return checked.ok ? verdictOf(checked.facts, NOW) : 'unreadable';
      };
      expect([accepted(sealed), await verdict(sealed)]).toEqual([true, 'intact']);
      const random = seeded(20260312);
      const found = new Map<string, number>();
      for (let flip = 0; flip < FLIPS / 2; flip++) {
        const at = Math.floor(random() * (sealed.length - (end - start)));
        const changed = Buffer.from(sealed);
        changed[at < start ? at : at + end - start]! ^= 1 << Math.floor(random() * 8);
        expect(accepted(changed)).toBe(false);
        const word = await verdict(changed);
        found.set(word, (found.get(word) ?? 0) + 1);
      }
      expect([...found.keys()].filter((word) => !['broken', 'lost', 'unreadable'].includes(word))).toEqual(
        [],
      );
      expect(found.get('broken')).toBeGreaterThan(FLIPS / 4);
    },
    120_000,
  );
});
