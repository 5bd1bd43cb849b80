import { type Command, InvalidArgumentError } from 'commander';
import { DoctorService } from '../health/doctor.service.js';
import { ReviewsService } from '../manual-review/reviews.service.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';
import { idArgument, listArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface OrganizationOptions extends GlobalOptions {
  organization: number;
}

/** Webhooks, reviews, and the look at the installation's health. */
export function addOperationCommands(program: Command): void {
  addWebhookCommands(program);
  addReviewCommands(program);
  program
    .command('doctor')
    .description('look at the installation and say what is wrong')
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
    .description('set where events are delivered')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--url <url>', 'an https address')
    .option('--events <list>', 'event types separated by commas', listArgument)
    .action((_options, command: Command) => {
      const {
        organization: organizationId,
        url,
        events,
        ...rest
      } = command.optsWithGlobals<OrganizationOptions & { url: string; events?: string[] }>();
      const address = { organizationId, url, events };
      return runCommand(rest, async (app) => ({
        ...(await app.get(WebhookEndpointsService).setUrl(address)),
      }));
    });
  program
    .command('webhook:rotate-secret')
    .description('make a new webhook secret; it is shown once')
    .requiredOption('--organization <id>', '', idArgument)
    .option('--in-24-hours', 'let the old secret sign for another 24 hours')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions & { in24Hours?: boolean }>();
      const when = options.in24Hours ? 'in_24_hours' : 'now';
      return runCommand(options, async (app) => ({
        ...(await app.get(WebhookEndpointsService).rotateSecret(options.organization, when)),
      }));
    });
}

function addReviewCommands(program: Command): void {
  program
    .command('review:list')
    .description('list the verifications that wait for a human')
    .requiredOption('--organization <id>', '', idArgument)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      return runCommand(options, async (app) => ({
        reviews: await app.get(ReviewsService).list(options.organization),
      }));
    });
  program
    .command('review:decide')
    .description('decide a verification that waits for a human')
    .requiredOption('--verification <id>', '', idArgument)
    .option('--approve')
    .option('--reject')
    .requiredOption('--reason <text>')
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<
        GlobalOptions & { verification: number; approve?: boolean; reject?: boolean; reason: string }
      >();
      if (options.approve === options.reject)
        throw new InvalidArgumentError('Give either --approve or --reject.');
      const decision = {
        verificationId: options.verification,
        approve: options.approve === true,
        reason: options.reason,
      };
      return runCommand(options, async (app) => ({ ...(await app.get(ReviewsService).decide(decision)) }));
    });
}
