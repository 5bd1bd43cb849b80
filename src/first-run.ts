import { type INestApplicationContext } from '@nestjs/common';
import { type ProvisionedOrganization, ProvisioningService } from './provisioning/provisioning.service.js';
import { type Settings } from './platform/config/settings.js';

/** Creates the first organization if there is none. */
export async function provisionFirstRun(
  app: INestApplicationContext,
): Promise<ProvisionedOrganization | null> {
  return app.get(ProvisioningService).provisionFirst();
}

/** Prints the service's address and, once, the secrets of the first organization. */
export function announce(settings: Settings, made: ProvisionedOrganization | null): void {
  const lines = [''];
  if (made) {
    lines.push(
      `First run: organization ${made.organizationId} was created. These are shown once; keep them:`,
      `  API key         ${made.apiKey}`,
      `  Webhook secret  ${made.webhookSecret}`,
      '',
    );
  }
  if (settings.runsWeb) lines.push(`Countersign is ready at ${settings.publicUrl}`);
  else lines.push('Countersign works on jobs.');
  process.stdout.write(`${lines.join('\n')}\n`);
}
