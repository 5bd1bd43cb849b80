import { Injectable } from '@nestjs/common';
import { type AnswerChild } from '../platform/child-process/child-task.js';
import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { type TimeStamper } from '../pdf-signatures/time-stamper.port.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.service.js';
import { ValidationMaterials } from '../pdf-signatures/validation-material.service.js';
import { type ArchiveQuestion, type ArchiveTask } from './archive-document.js';
import { type ArchivedTask } from './check-archived.js';
import { stampNameFor } from './document-fields.js';
import { type SignedDocument } from './document-signer.service.js';
import { DocumentTasks, toBuffer } from './document-tasks.service.js';

export interface ArchivedDocument {
  pdf: Buffer;
  /** Of the seal, by what the file holds. */
  level: SealLevel;
}

/** Makes sealed documents checkable for long, where a time stamp authority is set. */
@Injectable()
export class DocumentArchiver {
  constructor(
    private readonly tasks: DocumentTasks,
    private readonly timeStamps: TimeStamps,
    private readonly materials: ValidationMaterials,
  ) {}

  /**
   * Adds validation material and a document time stamp to a sealed document, then opens the result again; without an
   * authority the document stays as it is.
   * @throws TimestampError, RevokedCertificateError, ChildTaskError, or Error where the result is not right
   */
  async archive(organizationId: number, { pdf, signatures }: SignedDocument): Promise<ArchivedDocument> {
    const { stamper, anchors } = this.timeStamps;
    if (!stamper) return { pdf, level: 'PAdES B-B' };
    const signed = signatures.map(({ fieldName }) => fieldName);
    const sealName = signed.at(-1)!;
    const task: ArchiveTask = { pdf, signed, stampName: stampNameFor(sealName) };
    const archived = await this.tasks.run('archive-document', task, {
      answerChild: archivist(organizationId, stamper, this.materials),
    });
    const result = toBuffer(archived);
    const expected = { sealName, stampName: task.stampName, anchors: [...anchors] };
    const check: ArchivedTask = { sealed: pdf, archived: result, expected };
    const level = await this.tasks.run('check-archived', check);
    if (!level || level === 'PAdES B-B') throw new Error('The archived PDF was not found right');
    return { pdf: result, level };
  }
}

/** Answers one child, each question once, since a document may have taken it over. */
function archivist(
  organizationId: number,
  stamper: TimeStamper,
  materials: ValidationMaterials,
): AnswerChild {
  const asked = new Set<ArchiveQuestion['kind']>();
  return async (given) => {
    const question = given as ArchiveQuestion;
    if (asked.has(question.kind)) throw new Error('each question is answered once');
    asked.add(question.kind);
    if (question.kind === 'stamp') return (await stamper.stamp(Buffer.from(question.contentSha256))).token;
    const certificates = question.certificates.map((der) => Buffer.from(der));
    return materials.collect(organizationId, certificates, question.time);
  };
}
