import { type Command } from 'commander';
import { ActivityLog } from '../activity/activity-log.js';
import { operatorOf } from '../activity/domain/activity-event.js';
import { SealKeyRotation } from '../completion/seal-key-rotation.js';
import { SealRetries } from '../completion/seal-retries.js';
import { DoctorService } from '../health/doctor.service.js';
import { EndpointManagement } from '../webhooks/endpoint-management.js';
import { idArgument, listArgument, secondsArgument } from './arguments.js';
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
      const { organization, url, events, ...rest } = command.optsWithGlobals<
        OrganizationOptions & { url: string; events?: string[] }
      >();
      return runCommand(rest, async (app) => ({
        ...(await app.get(EndpointManagement).save(operatorOf(organization), { url, events })),
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
        ...(await app.get(EndpointManagement).rotateSecret(operatorOf(options.organization), { when })),
      }));
    });
}

function addSealCommands(program: Command): void {
  program
    .command('seal:retry')
    .description('have a worker seal a document that everyone has signed now, and wait for the outcome')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--signature <id>', '', idArgument)
    .option('--wait <seconds>', 'how long to wait for a worker to begin', secondsArgument, 30)
    .action((_options, command: Command) => {
      const { organization, signature, wait, ...rest } = command.optsWithGlobals<
        OrganizationOptions & { signature: number; wait: number }
      >();
      return runCommand(rest, async (app) => {
        const outcome = await app.get(SealRetries).retryAndWait(signature, operatorOf(organization), wait);
        if (!outcome.completed) process.exitCode = 1;
        return { signatureId: signature, ...outcome };
      });
    });
  program
    .command('seal:rotate')
    .description('replace the seal key now rather than shortly before its certificate expires')
    .requiredOption('--organization <id>', '', idArgument)
    .option(
      '--authority',
      'also replace the key of the authority that issues the certificates of the seal and of signers',
    )
    .action((_options, command: Command) => {
      const {
        organization,
        authority = false,
        ...rest
      } = command.optsWithGlobals<OrganizationOptions & { authority?: boolean }>();
      return runCommand(rest, async (app) => ({
        organizationId: organization,
        ...(await app.get(SealKeyRotation).rotate(operatorOf(organization), { authority })),
      }));
    });
}

function addActivityCommand(program: Command): void {
  program
    .command('activity:verify')
    .description('verify the hash chain of member activity; exit code 1 if it is broken or empty')
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
