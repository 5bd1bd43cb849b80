import { type Command } from 'commander';
import { Members } from '../accounts/members.js';
import { SecondFactors } from '../accounts/second-factors.js';
import { type Actor, operatorOf } from '../activity/domain/activity-event.js';
import { ApiKeyManagement } from '../auth/api-key-management.js';
import { type Scope } from '../organizations/scopes.js';
import { type UserRole } from '../organizations/user.entity.js';
import { ProvisioningService } from '../provisioning/provisioning.service.js';
import { idArgument, roleArgument, scopesArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface KeyOptions extends GlobalOptions {
  organization: number;
  scopes?: Scope[];
}

interface CreateUserOptions extends KeyOptions {
  email: string;
  role: UserRole;
  reviewer?: boolean;
}

interface CreateOptions {
  name: string;
  ownerEmail: string;
  test?: boolean;
}

/** Organizations, their users and their API keys. */
export function addOrganizationCommands(program: Command): void {
  program
    .command('organization:create')
    .description('create an organization with its owner, API key and webhook secret')
    .requiredOption('--name <name>')
    .requiredOption('--owner-email <email>')
    .option('--test', 'for tests, for good: marks what it makes, and mails its members only')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & CreateOptions>();
      const { name, ownerEmail, test: isTest } = options;
      return runCommand(options, async (app) => ({
        ...(await app.get(ProvisioningService).create({ name, ownerEmail, isTest })),
      }));
    });
  addUserCommands(program);
  addApiKeyCommands(program);
}

function addUserCommands(program: Command): void {
  program
    .command('user:create')
    .description('add a user; a new account gets a password, which is shown once')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .requiredOption('--role <role>', 'owner, admin or reviewer', roleArgument)
    .option('--reviewer', 'decides identity verifications beside the role; the owners are told by email')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<CreateUserOptions>();
      const { organization, email, role, reviewer: isReviewer } = options;
      return runCommand(options, async (app) => ({
        ...(await app.get(Members).add(operatorOf(organization), { email, role, isReviewer })),
      }));
    });
  program
    .command('user:link')
    .description('create a link that opens the dashboard once, within an hour, to choose a password')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string }>();
      const { organization, email } = options;
      return runCommand(options, async (app) => ({
        link: await app.get(Members).createLink(operatorOf(organization), email),
      }));
    });
  program
    .command('user:second-step-off')
    .description('turn off the second step, for a person who has lost both the phone and the recovery codes')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string }>();
      const { organization, email } = options;
      return runCommand(options, async (app) => ({
        userId: await app.get(SecondFactors).reset(operatorOf(organization), email),
      }));
    });
}

function addApiKeyCommands(program: Command): void {
  const organization = (name: string, description: string) =>
    program.command(name).description(description).requiredOption('--organization <id>', '', idArgument);
  const scopes = ['--scopes <list>', 'comma-separated scopes', scopesArgument] as const;

  organization('api-key:create', 'create the API key, which is shown once')
    .option(...scopes)
    .action((_options, command: Command) =>
      runForKey(command, (keys, by, { scopes: chosen }) => keys.create(by, chosen)),
    );
  organization('api-key:rotate', 'revoke the API key and create another')
    .option(...scopes)
    .action((_options, command: Command) =>
      runForKey(command, (keys, by, { scopes: chosen }) => keys.rotate(by, chosen)),
    );
  organization('api-key:revoke', 'revoke the API key').action((_options, command: Command) =>
    runForKey(command, (keys, by) => keys.revoke(by)),
  );
}

function runForKey(
  command: Command,
  work: (keys: ApiKeyManagement, by: Actor, options: KeyOptions) => Promise<object>,
): Promise<void> {
  const options = command.optsWithGlobals<KeyOptions>();
  return runCommand(options, async (app) => ({
    ...(await work(app.get(ApiKeyManagement), operatorOf(options.organization), options)),
  }));
}
