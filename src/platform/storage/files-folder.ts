import { join } from 'node:path';

/** The folder of arriving files and, unless an object storage is used, of all stored files. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
