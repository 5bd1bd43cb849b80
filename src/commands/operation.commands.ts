import { type Command } from 'commander';
import { ActivityLog } from '../activity/activity-log.service.js';
import { operatorOf } from '../activity/domain/activity-event.js';
import { SealRetries } from '../completion/seal-retries.service.js';
import { DoctorService } from '../health/doctor.service.js';
import { OrganizationKeys } from '../pdf-signatures/organization-keys.service.js';
import { savedEndpoint } from '../webhooks/domain/endpoint-activity.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';
import { idArgument, listArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface OrganizationOptions extends GlobalOptions {
  organization: number;
}

/** Commands for webhooks, seals and the health of the installation. */
export function addOperationCommands(program: Command): void {
  addWebhookCommands(program);
  addSealCommands(program);
  addActivityCommand(program);
  program
    .command('doctor')
    .description('examine the installation and report what is wrong')
    .action((_options, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async (app) => {
        const { healthy, checks } = await app.get(DoctorService).examine();
        if (!healthy) process.exitCode = 1;
        return { healthy, checks };
      }),
    );
}

function addWebhookCommands(program: Command): void {
  program
    .command('webhook:set')
    .description('set the address for event deliveries')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--url <url>', 'an https address')
    .option('--events <list>', 'comma-separated event types', listArgument)
    .action((_options, command: Command) => {
      const {
        organization: organizationId,
        url,
        events,
        ...rest
      } = command.optsWithGlobals<OrganizationOptions & { url: string; events?: string[] }>();
      const address = { organizationId, url, events };
      return runCommand(rest, async (app) => ({
        ...(await app.get(ActivityLog).recordWith(
          () => app.get(WebhookEndpointsService).setUrl(address),
          (saved) => ({ ...operatorOf(organizationId), ...savedEndpoint(saved) }),
        )),
      }));
    });
  program
    .command('webhook:rotate-secret')
    .description('create a new webhook secret, which is shown once')
    .requiredOption('--organization <id>', '', idArgument)
    .option('--in-24-hours', 'keep the old secret for another 24 hours')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions & { in24Hours?: boolean }>();
      const when = options.in24Hours ? 'in_24_hours' : 'now';
      return runCommand(options, async (app) => ({
        ...(await app.get(ActivityLog).recordWith(
          () => app.get(WebhookEndpointsService).rotateSecret(options.organization, when),
          () => ({ ...operatorOf(options.organization), type: 'secret_rotated', data: { when } }),
        )),
      }));
    });
}

function addSealCommands(program: Command): void {
  program
    .command('seal:retry')
    .description('retry now to seal a document that everyone has signed, instead of at its next attempt')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--signature <id>', '', idArgument)
    .action((_options, command: Command) => {
      const { organization, signature, ...rest } = command.optsWithGlobals<
        OrganizationOptions & { signature: number }
      >();
      return runCommand(rest, async (app) => {
        const failure = await app.get(SealRetries).retry(signature, operatorOf(organization));
        if (failure) process.exitCode = 1;
        const why = failure && { cause: failure.cause, message: failure.message };
        return { signatureId: signature, completed: failure === null, ...why };
      });
    });
  program
    .command('seal:rotate')
    .description('replace the key of the seal, which is otherwise done before its certificate ends')
    .requiredOption('--organization <id>', '', idArgument)
    .option(
      '--authority',
      'also that of the authority, which issues the certificates of the seal and of signers',
    )
    .action((_options, command: Command) => {
      const {
        organization,
        authority = false,
        ...rest
      } = command.optsWithGlobals<OrganizationOptions & { authority?: boolean }>();
      return runCommand(rest, async (app) => ({
        organizationId: organization,
        ...(await app.get(ActivityLog).recordWith(
          () => app.get(OrganizationKeys, { strict: false }).rotate(organization, { authority }),
          () => ({ ...operatorOf(organization), type: 'seal_key_rotated', data: { authority } }),
        )),
      }));
    });
}

function addActivityCommand(program: Command): void {
  program
    .command('activity:verify')
    .description('verify the chain of the activity of members; exit code 1 if it is broken or empty')
    .requiredOption('--organization <id>', '', idArgument)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      return runCommand(options, async (app) => {
        const verdict = await app.get(ActivityLog).verify(options.organization);
        if (!verdict.isWhole) process.exitCode = 1;
        return { organizationId: options.organization, ...verdict };
      });
    });
}
