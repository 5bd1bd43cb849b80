import { join } from 'node:path';

/** The folder of files that arrive and, unless they are in an object storage, of all stored files. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
