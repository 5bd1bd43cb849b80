import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { addBackupCommands } from './commands/backup.commands.js';
import { addFileCommands } from './commands/file.commands.js';
import { addOrganizationCommands } from './commands/organization.commands.js';
import { addKeyCommands } from './commands/key.commands.js';
import { addEvidenceCommands } from './commands/evidence.commands.js';
import { addOperationCommands } from './commands/operation.commands.js';
import { addPersonCommands } from './commands/person.commands.js';
import { addReviewCommands } from './commands/review.commands.js';
import { addSimulateCommands } from './commands/simulate.commands.js';

const program = new Command('cli')
  .description('Manages a Countersign installation')
  .option('--json', 'print one JSON object and nothing else')
  .showHelpAfterError()
  .exitOverride();

addOrganizationCommands(program);
addOperationCommands(program);
addReviewCommands(program);
addPersonCommands(program);
addEvidenceCommands(program);
addBackupCommands(program);
addFileCommands(program);
addKeyCommands(program);
addSimulateCommands(program);

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
});
