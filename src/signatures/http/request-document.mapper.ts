import { type DocumentWithFiles } from '../documents/request-documents.queries.js';
import { type RequestDocumentDto, type RequestDocumentListDto } from './dto/request-document.dto.js';

/** @param isCompleted - whether the signed file may be known yet */
export function toRequestDocument(
  { n, name, files }: DocumentWithFiles,
  isCompleted: boolean,
): RequestDocumentDto {
  const { original, presented, signed } = files;
  const received = original ?? presented!;
  return {
    ...{ n, name, pages: presented!.pages, bytes: received.sizeBytes },
    sha256: received.sha256.toString('hex'),
    presentedSha256: presented!.sha256.toString('hex'),
    signedSha256: isCompleted && signed ? signed.sha256.toString('hex') : null,
  };
}

export const toRequestDocuments = (
  documents: readonly DocumentWithFiles[],
  isCompleted: boolean,
): RequestDocumentListDto => ({ items: documents.map((each) => toRequestDocument(each, isCompleted)) });
