import { type Command } from 'commander';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { FileStore } from '../platform/storage/file-store.js';
import { type GlobalOptions, runCommand } from './command-context.js';
import { progressFor } from './output.js';
import { reencrypt } from './reencrypt.js';

/** Commands for the encryption keys. */
export function addKeyCommands(program: Command): void {
  program
    .command('keys:reencrypt')
    .description('encrypt everything with the first key of ENCRYPTION_KEY, while the service runs')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      return runCommand(options, async (app) => {
        const get = { strict: false } as const;
        const installation = {
          dataSource: app.get(DataSource),
          secretBox: app.get(SecretBox, get),
          files: app.get(FileStore, get),
        };
        const done = await reencrypt(installation, progressFor(options));
        if (done.leftValues > 0 || done.unreadableFiles.length > 0) process.exitCode = 1;
        return { key: app.get(Settings).encryptionKeys[0]!.id, ...done };
      });
    });
}
