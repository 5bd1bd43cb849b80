import { type AskParent } from '../platform/child-process/serve-child-task.js';
import { archiveSignatures, type ValidationMaterial } from '../pdf-signatures/pdf-signing.js';

export interface ArchiveTask {
  pdf: Uint8Array;
  /** Names of the fields whose signatures are kept checkable. */
  signed: string[];
  /** Name of the field that the document time stamp gets. */
  stampName: string;
}

/** What the child asks of the process that has keys and a network, each once. */
export type ArchiveQuestion =
  { kind: 'collect'; certificates: Uint8Array[]; time: Date } | { kind: 'stamp'; contentSha256: Uint8Array };

/** @returns the whole file with its material and its time stamp */
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
