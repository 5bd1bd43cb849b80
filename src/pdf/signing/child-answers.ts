import { either, isBytes, listOf, objectWith, oneOf } from '../../common/shapes.js';
import { type AnswerChild } from '../../platform/child-process/child-task.js';
import { toBuffer } from '../children/pdf-tasks.js';
import { type ArchivingMeans } from '../pdf-inputs.js';
import { type ArchiveQuestion } from './archive-document.js';

const isArchiveQuestion = either(
  objectWith({ kind: oneOf('stamp'), contentSha256: isBytes }),
  objectWith({
    kind: oneOf('collect'),
    certificates: listOf(isBytes),
    time: (time) => time instanceof Date,
  }),
);

/**
 * Signs as many digests as a step may need: a child taken over by its document must not have anything else signed.
 */
export function answerUpTo(most: number, sign: (digest: Buffer) => Promise<unknown>): AnswerChild {
  let answered = 0;
  return async (digest) => {
    if (++answered > most) throw new Error(`The key signs at most ${most} times in this step`);
    if (!isBytes(digest)) throw new Error('The key signs digests only');
    return sign(toBuffer(digest as Uint8Array));
  };
}

/** Answers each question of the archiving child at most once, for the same reason. */
export function answerArchiving(means: ArchivingMeans): AnswerChild {
  const asked = new Set<ArchiveQuestion['kind']>();
  return async (given) => {
    if (!isArchiveQuestion(given)) throw new Error('A child asked something of another kind');
    const question = given as ArchiveQuestion;
    if (asked.has(question.kind)) throw new Error(`The question '${question.kind}' was already answered`);
    asked.add(question.kind);
    if (question.kind === 'stamp') return means.stamp(Buffer.from(question.contentSha256));
    const certificates = question.certificates.map((der) => Buffer.from(der));
    return means.collect(certificates, question.time);
  };
}
