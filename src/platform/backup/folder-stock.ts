import { type FileStock } from './file-stock.port.js';
import { LinkedFiles } from './linked-files.js';
import { RestoredFiles } from './restored-files.js';

/** The stored files in a folder. */
export const folderStock = (folder: string): FileStock => ({
  collect: () => LinkedFiles.begin(folder),
  receive: () => RestoredFiles.begin(folder),
});
