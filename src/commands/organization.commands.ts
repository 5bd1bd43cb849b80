import { type INestApplicationContext } from '@nestjs/common';
import { type Command } from 'commander';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { type ActivityEntry, type Actor, operatorOf } from '../activity/domain/activity-event.js';
import { notFound } from '../common/errors.js';
import { SecondFactors } from '../dashboard/second-factors.service.js';
import { findAccount, findUserOf } from '../organizations/account.queries.js';
import { AccountLinks } from '../organizations/account-links.service.js';
import { ApiKeysService, type NewApiKey } from '../organizations/api-keys.service.js';
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
        ...(await app.get(ActivityLog).recordWith(
          () => app.get(ProvisioningService).create(options),
          ({ organizationId }) => ({ ...operatorOf(organizationId), type: 'organization_created' }),
        )),
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
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string; role: UserRole }>();
      const { organization, email, role } = options;
      const user = { organizationId: organization, email, role };
      return runRecorded(options, async (app, tx) => {
        const made = await app.get(UsersService).create(tx, user);
        return {
          result: made,
          event: { type: 'member_added', subject: { kind: 'user', id: made.userId }, data: { role } },
        };
      });
    });
  program
    .command('user:link')
    .description('create a link that opens the dashboard once, within an hour, to choose a password')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string }>();
      const { organization, email } = options;
      return runRecorded(options, async (app, tx) => {
        const link = await app.get(AccountLinks).create(tx, organization, email);
        const account = await findAccount(tx, email);
        const user = await findUserOf(tx, { organizationId: organization, accountId: account!.id });
        return { result: { link }, event: { type: 'link_created', subject: { kind: 'user', id: user!.id } } };
      });
    });
  program
    .command('user:second-step-off')
    .description('turn off the second step, for a person who has lost both the phone and the recovery codes')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--email <email>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<KeyOptions & { email: string }>();
      const { organization, email } = options;
      return runCommand(options, async (app) => {
        const { manager } = app.get(DataSource);
        const account = await findAccount(manager, email);
        const user =
          account && (await findUserOf(manager, { organizationId: organization, accountId: account.id }));
        if (!user) throw notFound('User');
        await app
          .get(SecondFactors, { strict: false })
          .reset(user.accountId, operatorOf(organization).address);
        return { userId: user.id };
      });
    });
}

function addApiKeyCommands(program: Command): void {
  const organization = (name: string, description: string) =>
    program.command(name).description(description).requiredOption('--organization <id>', '', idArgument);
  const scopes = ['--scopes <list>', 'comma-separated scopes', scopesArgument] as const;

  organization('api-key:create', 'create the API key, which is shown once')
    .option(...scopes)
    .action((_options, command: Command) =>
      createKey(command, (keys, tx, { organization: id, scopes: chosen }) => keys.create(tx, id, chosen)),
    );
  organization('api-key:rotate', 'revoke the API key and create another')
    .option(...scopes)
    .action((_options, command: Command) =>
      createKey(command, (keys, tx, { organization: id, scopes: chosen }) => keys.rotate(tx, id, chosen)),
    );
  organization('api-key:revoke', 'revoke the API key').action((_options, command: Command) =>
    runRecorded(command.optsWithGlobals<KeyOptions>(), async (app, tx, { organization: id }) => {
      const revoked = await app.get(ApiKeysService).revoke(tx, id);
      return { result: revoked, event: { type: 'api_key_revoked', subject: keySubject(revoked) } };
    }),
  );
}

function createKey(
  command: Command,
  work: (keys: ApiKeysService, tx: EntityManager, options: KeyOptions) => Promise<NewApiKey>,
): Promise<void> {
  return runRecorded(command.optsWithGlobals<KeyOptions>(), async (app, tx, options) => {
    const keys = app.get(ApiKeysService);
    const made = await work(keys, tx, options);
    const scopes = (await keys.findActive(tx, options.organization))!.scopes;
    return { result: made, event: { type: 'api_key_created', subject: keySubject(made), data: { scopes } } };
  });
}

const keySubject = ({ apiKeyId: id }: { apiKeyId: number }) => ({ kind: 'api_key', id }) as const;

interface Recorded {
  /** What the command prints. */
  result: object;
  event: Omit<ActivityEntry, keyof Actor>;
}

/** Runs a command in one transaction, in which the organization's log of activity gets its event. */
function runRecorded<Options extends KeyOptions>(
  options: Options,
  work: (app: INestApplicationContext, tx: EntityManager, options: Options) => Promise<Recorded>,
): Promise<void> {
  return runCommand(options, (app) =>
    app.get(Transactions).run(async (tx) => {
      const { result, event } = await work(app, tx, options);
      await app.get(ActivityLog).record(tx, { ...operatorOf(options.organization), ...event });
      return { ...result };
    }),
  );
}
