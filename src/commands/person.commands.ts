import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command } from 'commander';
import { operatorOf } from '../activity/domain/activity-event.js';
import { zipStream } from '../common/zip-stream.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { idArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface PersonOptions extends GlobalOptions {
  organization: number;
  email: string;
}

/** Commands for personal data requests: export what an organization knows about a person, or erase it. */
export function addPersonCommands(program: Command): void {
  const aboutPerson = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--organization <id>', '', idArgument)
      .requiredOption('--email <email>');

  aboutPerson('person:export', 'write everything stored about an email address to a ZIP file')
    .option('--to <file>', 'a file that does not exist yet', 'personal-data.zip')
    .action((_options, command: Command) => {
      const {
        organization: organizationId,
        email,
        to,
      } = command.optsWithGlobals<PersonOptions & { to: string }>();
      return runCommand(command.optsWithGlobals<GlobalOptions>(), async (app) => {
        const file = resolve(to);
        const out = await open(file, 'wx', 0o600);
        const person = { organizationId, email };
        const entries = await app.get(PersonalData).export(person, operatorOf(organizationId));
        await pipeline(zipStream(entries), out.createWriteStream());
        return { file, bytes: (await stat(file)).size };
      });
    });

  aboutPerson(
    'person:erase',
    'erase what is stored about an email address; open requests are listed but not erased',
  )
    .option('--dry-run', 'only list what would be erased')
    .action((_options, command: Command) => {
      const {
        organization: organizationId,
        email,
        dryRun,
      } = command.optsWithGlobals<PersonOptions & { dryRun?: boolean }>();
      return runCommand(command.optsWithGlobals<GlobalOptions>(), async (app) => {
        const data = app.get(PersonalData);
        if (dryRun) return { dryRun: true, ...(await data.examine({ organizationId, email })) };
        return { ...(await data.erase({ organizationId, email }, operatorOf(organizationId))) };
      });
    });
}
