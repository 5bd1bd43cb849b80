import { type Command } from 'commander';
import { loadSettings } from '../platform/config/load-settings.js';
import { openBucket } from '../platform/object-storage/open-bucket.js';
import { copyFiles } from '../platform/storage/copy-files.js';
import { filesFolder } from '../platform/storage/files-folder.js';
import { type GlobalOptions } from './command-context.js';
import { print } from './output.js';

/** Commands for stored files. */
export function addFileCommands(program: Command): void {
  program
    .command('files:copy')
    .description('copy all files from the data folder to the bucket in the S3_… settings')
    .action(async (_options, command: Command) => {
      const settings = loadSettings();
      const bucket = await openBucket(settings);
      if (!bucket) throw new Error('S3_BUCKET is not set. Set it to the bucket to which to copy the files.');
      try {
        const counts = await copyFiles(filesFolder(settings.dataDir), bucket);
        print({ bucket: bucket.place, ...counts }, command.optsWithGlobals<GlobalOptions>());
      } finally {
        bucket.close();
      }
    });
}
