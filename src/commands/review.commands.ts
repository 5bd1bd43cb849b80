import { type INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError } from 'commander';
import { ActivityLog } from '../activity/activity-log.service.js';
import { operatorOf } from '../activity/domain/activity-event.js';
import { ASK_REASONS, ASKABLE_PARTS } from '../identity-verifications/domain/asked-part.js';
import { type AskRequest, AskAgain } from '../manual-review/ask-again.service.js';
import { type ReviewDecision, ReviewsService } from '../manual-review/reviews.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { idArgument } from './arguments.js';
import { type GlobalOptions, runCommand } from './command-context.js';

interface OrganizationOptions extends GlobalOptions {
  organization: number;
}

const REASONS = `for a side: ${ASK_REASONS.side.join(', ')}; for the face: ${ASK_REASONS.face.join(', ')}`;

/** Commands for manual reviews. */
export function addReviewCommands(program: Command): void {
  program
    .command('review:list')
    .description('list the verifications that need a manual review')
    .requiredOption('--organization <id>', '', idArgument)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      return runCommand(options, async (app) => ({
        reviews: await app.get(ReviewsService).list(options.organization),
      }));
    });
  program
    .command('review:decide')
    .description('decide a manual review')
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
      return runCommand(options, (app) => decide(app, decision));
    });
  program
    .command('review:ask')
    .description('ask the person for a side or the face again, once each')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--verification <id>', '', idArgument)
    .requiredOption('--part <part>', ASKABLE_PARTS.join(', '))
    .requiredOption('--reason <code>', REASONS)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<
        OrganizationOptions & { verification: number; part: string; reason: string }
      >();
      const { organization: organizationId, verification: verificationId, part, reason } = options;
      return runCommand(options, (app) => ask(app, { organizationId, verificationId, part, reason }));
    });
}

async function decide(
  app: INestApplicationContext,
  decision: ReviewDecision,
): Promise<Record<string, unknown>> {
  const reviews = app.get(ReviewsService);
  const organizationId = await reviews.organizationOf(decision.verificationId);
  const decided = await app.get(ActivityLog).recordWith(
    () => reviews.decide({ ...decision, organizationId }),
    ({ verificationId, result }) => {
      const subject = subjectOf(verificationId);
      return { ...operatorOf(organizationId), type: 'review_decided', subject, data: { result } };
    },
  );
  return { ...decided };
}

async function ask(app: INestApplicationContext, request: AskRequest): Promise<Record<string, unknown>> {
  const { organizationId, verificationId, part, reason } = request;
  const subject = subjectOf(verificationId);
  await app.get(Transactions).run(async (tx) => {
    await app.get(AskAgain).ask(tx, request);
    const event = { type: 'person_asked_again', subject, data: { part, reason } } as const;
    await app.get(ActivityLog).record(tx, { ...operatorOf(organizationId), ...event });
  });
  return { verificationId, status: 'in_progress' };
}

const subjectOf = (id: number) => ({ kind: 'identity_verification', id }) as const;
