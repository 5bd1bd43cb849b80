import { archiveSignatures } from '../../pdf-signatures/archive-signatures.js';
import { type ValidationMaterial } from '../../pdf-signatures/validation-material.js';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';

export interface ArchiveTask {
  pdf: Uint8Array;
  /** Names of the fields whose signatures must remain verifiable. */
  signed: string[];
  /** Name of the field for the document time stamp. */
  stampName: string;
}

/** Questions of the child to its parent, which has keys and a network connection. Each question is asked once. */
export type ArchiveQuestion =
  { kind: 'collect'; certificates: Uint8Array[]; time: Date } | { kind: 'stamp'; contentSha256: Uint8Array };

/** Adds validation material and a document time stamp. @returns the whole file */
export function archiveDocument(
  { pdf, signed, stampName }: ArchiveTask,
  askParent: AskParent,
): Promise<Uint8Array> {
  const ask = (question: ArchiveQuestion) => askParent(question);
  return archiveSignatures(Buffer.from(pdf), signed, stampName, {
    collect: async (certificates, time) => {
      const given = (await ask({ kind: 'collect', certificates, time })) as ValidationMaterial;
      return { certificates: given.certificates.map(toBuffer), lists: given.lists.map(toBuffer) };
    },
    stamp: async (contentSha256) => Buffer.from((await ask({ kind: 'stamp', contentSha256 })) as Uint8Array),
  });
}

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes);
