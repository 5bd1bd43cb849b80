import { type INestApplicationContext } from '@nestjs/common';
import { type Command } from 'commander';
import { DataSource } from 'typeorm';
import { notFound } from '../common/errors.js';
import { SecondFactors } from '../dashboard/second-factors.service.js';
import { findAccount, findUserOf } from '../organizations/account.queries.js';
import { AccountLinks } from '../organizations/account-links.service.js';
import { ApiKeysService } from '../organizations/api-keys.service.js';
import { type Scope } from '../organizations/scopes.js';
import { type UserRole } from '../organizations/user.entity.js';
import { UsersService } from '../organizations/users.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { ProvisioningService } from '../provisioning/provisioning.service.js';
import { idArgument, roleArgument, scopesArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface KeyOptions extends GlobalOptions {
  organization: number;
  scopes?: Scope[];
}

/** Organizations, their users and their API keys. */
export function addOrganizationCommands(program: Command): void {
  program
    .command('organization:create')
    .description('create an organization with its owner, API key and webhook secret')
    .requiredOption('--name <name>')
    .requiredOption('--owner-email <email>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { name: string; ownerEmail: string }>();
      return runCommand(options, async (app) => ({
        ...(await app.get(ProvisioningService).create(options)),
      }));
    });
  program
    .command('user:create')
    .description('add a user; a new account gets a password, which is shown once')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .requiredOption('--role <role>', 'owner, admin or reviewer', roleArgument)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string; role: UserRole }>();
      const user = { organizationId: options.organization, email: options.email, role: options.role };
      return runCommand(options, async (app) => ({
        ...(await app.get(Transactions).run((tx) => app.get(UsersService).create(tx, user))),
      }));
    });
  program
    .command('user:link')
    .description('create a link that opens the dashboard once, within an hour, to choose a password')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const { organization, ...options } = command.optsWithGlobals<KeyOptions & { email: string }>();
      return runCommand(options, async (app) => ({
        link: await app
          .get(Transactions)
          .run((tx) => app.get(AccountLinks).create(tx, organization, options.email)),
      }));
    });
  program
    .command('user:second-step-off')
    .description(
      'let an account sign in with its password alone, for a person who lost phone and recovery codes',
    )
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const { organization, ...options } = command.optsWithGlobals<KeyOptions & { email: string }>();
      return runCommand(options, async (app) => ({
        accountId: await turnSecondStepOff(app, organization, options.email),
      }));
    });
  addApiKeyCommands(program);
}

async function turnSecondStepOff(
  app: INestApplicationContext,
  organizationId: number,
  email: string,
): Promise<number> {
  const { manager } = app.get(DataSource);
  const account = await findAccount(manager, email);
  const user = account && (await findUserOf(manager, { organizationId, accountId: account.id }));
  if (!user) throw notFound('User');
  await app.get(SecondFactors, { strict: false }).turnOff(user.accountId);
  return user.accountId;
}

function addApiKeyCommands(program: Command): void {
  const organization = (name: string, description: string) =>
    program.command(name).description(description).requiredOption('--organization <id>', '', idArgument);
  const scopes = ['--scopes <list>', 'comma-separated scopes', scopesArgument] as const;

  organization('api-key:create', 'create the API key, which is shown once')
    .option(...scopes)
    .action((_options, command: Command) =>
      runKeyCommand(command, (keys, tx, { organization: id, scopes: chosen }) => keys.create(tx, id, chosen)),
    );
  organization('api-key:rotate', 'revoke the API key and create another')
    .option(...scopes)
    .action((_options, command: Command) =>
      runKeyCommand(command, (keys, tx, { organization: id, scopes: chosen }) => keys.rotate(tx, id, chosen)),
    );
  organization('api-key:revoke', 'revoke the API key').action((_options, command: Command) =>
    runKeyCommand(command, (keys, tx, { organization: id }) => keys.revoke(tx, id)),
  );
}

type KeyWork = (
  keys: ApiKeysService,
  tx: Parameters<ApiKeysService['revoke']>[0],
  options: KeyOptions,
) => Promise<object>;

function runKeyCommand(command: Command, work: KeyWork): Promise<void> {
  const options = command.optsWithGlobals<KeyOptions>();
  return runCommand(options, async (app) => ({
    ...(await app.get(Transactions).run((tx) => work(app.get(ApiKeysService), tx, options))),
  }));
}
