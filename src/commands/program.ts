import { Command } from 'commander';
import { addBackupCommands } from './backup.commands.js';
import { addEvidenceCommands } from './evidence.commands.js';
import { addFileCommands } from './file.commands.js';
import { addKeyCommands } from './key.commands.js';
import { addOperationCommands } from './operation.commands.js';
import { addOrganizationCommands } from './organization.commands.js';
import { addPersonCommands } from './person.commands.js';
import { addReviewCommands } from './review.commands.js';

/** The command line with all its commands. It throws a CommanderError instead of exiting. */
export function createProgram(): Command {
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
  return program;
}
