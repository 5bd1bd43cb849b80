import { type Command, InvalidArgumentError } from 'commander';
import { ASK_REASONS, ASKABLE_PARTS } from '../identity-verifications/domain/asked-part.js';
import { CaseDecisions } from '../manual-review/case-decisions.js';
import { ReviewsService } from '../manual-review/reviews.service.js';
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
      return runCommand(options, async (app) => ({
        ...(await app.get(CaseDecisions).decideAsOperator(decision)),
      }));
    });
  program
    .command('review:ask')
    .description('ask the person again for a side or the face, at most once each')
    .requiredOption('--organization <id>', '', idArgument)
    .requiredOption('--verification <id>', '', idArgument)
    .requiredOption('--part <part>', ASKABLE_PARTS.join(', '))
    .requiredOption('--reason <code>', REASONS)
    .action((_options, command: Command) => {
      const options = command.optsWithGlobals<
        OrganizationOptions & { verification: number; part: string; reason: string }
      >();
      const { organization: organizationId, verification: verificationId, part, reason } = options;
      return runCommand(options, async (app) => {
        await app.get(CaseDecisions).requestAgainAsOperator({ organizationId, verificationId, part, reason });
        return { verificationId, status: 'in_progress' };
      });
    });
}
