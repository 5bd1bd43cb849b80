import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { type Settings } from './platform/config/settings.js';
import {
  FIRST_ORGANIZATION,
  type ProvisionedOrganization,
  ProvisioningService,
} from './provisioning/provisioning.service.js';

/**
 * Creates the first organization if there is none. Its secrets are written to a file before they become valid, so no
 * failure between here and `announce` loses them.
 */
export async function provisionFirstRun(app: INestApplicationContext, settings: Settings): Promise<void> {
  await app.get(ProvisioningService).provisionFirst((made) => keepSecrets(secretsFile(settings), made));
}

/**
 * Prints the service's address and, after the first run, its secrets. A terminal shows them once; elsewhere, where
 * they would end up in a log, only their file is named.
 */
export function announce(settings: Settings, terminal = process.stdout.isTTY): void {
  const file = secretsFile(settings);
  const hasSecrets = existsSync(file);
  const lines = [''];
  if (hasSecrets && terminal) lines.push(readFileSync(file, 'utf8'));
  else if (hasSecrets)
    lines.push(`The secrets of the first run are in ${file}. Store them safely, then delete the file.`, '');
  if (settings.runsWeb) lines.push(`Countersign is ready at ${settings.publicUrl}`);
  else lines.push('Countersign is running jobs.');
  process.stdout.write(`${lines.join('\n')}\n`);
  if (hasSecrets && terminal) rmSync(file);
}

function secretsFile({ dataDir }: Settings): string {
  return join(dataDir, 'first-run.txt');
}

/** Replaces the file of a failed first run, whose organization was never created. */
function keepSecrets(file: string, made: ProvisionedOrganization): void {
  const lines = [
    `First run: organization ${made.organizationId} was created. These are shown only once, so store them safely:`,
    `  API key         ${made.apiKey}`,
    `  Webhook secret  ${made.webhookSecret}`,
    `                  (for libraries of Standard Webhooks: ${made.standardWebhooksSecret})`,
    `  Dashboard       ${made.ownerLink}`,
    '                  (works once, within an hour; to create another:',
    `                  npm run cli -- user:link --organization ${made.organizationId} --email ${FIRST_ORGANIZATION.ownerEmail})`,
    '',
  ];
  rmSync(file, { force: true });
  writeFileSync(file, lines.join('\n'), { mode: 0o600, flag: 'wx', flush: true });
}
