import { type AnswerChild } from '../../platform/child-process/child-task.js';
import { type ArchivingMeans } from '../pdf-inputs.js';
import { type ArchiveQuestion } from './archive-document.js';

/** Answers a single question: a child taken over by its document must not have anything else signed. */
export function answerOnce(answer: AnswerChild): AnswerChild {
  let isAnswered = false;
  return async (question) => {
    if (isAnswered) throw new Error('The key signs only once per document');
    isAnswered = true;
    return answer(question);
  };
}

/** Answers each question of the archiving child at most once, for the same reason. */
export function answerArchiving(means: ArchivingMeans): AnswerChild {
  const asked = new Set<ArchiveQuestion['kind']>();
  return async (given) => {
    const question = given as ArchiveQuestion;
    if (asked.has(question.kind)) throw new Error(`The question '${question.kind}' was already answered`);
    asked.add(question.kind);
    if (question.kind === 'stamp') return means.stamp(Buffer.from(question.contentSha256));
    const certificates = question.certificates.map((der) => Buffer.from(der));
    return means.collect(certificates, question.time);
  };
}
