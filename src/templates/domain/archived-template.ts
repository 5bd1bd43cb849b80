import { type DocumentImport } from './template-content.js';

/** The parts of an archive's `template.json` that are not the definition. */
export interface ArchivedTemplate {
  name: string;
  description: string;
  documents: {
    n: number;
    name: string;
    extension: string;
    originalSha256: string;
    /** Null if its form was not imported. */
    imported: DocumentImport | null;
  }[];
}

/** The name of a document in the archive. It is never taken from the archive itself. */
export const originalName = (n: number, extension: string) => `documents/${n}.${extension}`;

/** The name of the definition in the archive. */
export const DEFINITION_FILE = 'template.json';
