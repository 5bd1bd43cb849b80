import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServiceState, type StorageState } from '../health/service-state.js';
import { type KeyLifetime, OrganizationKeys } from '../pdf-signatures/organization-keys.js';
import { type Disrupted, failingSince, openDisruptions } from '../platform/disruptions/disruption.queries.js';
import { countGivenUp } from '../platform/jobs/job-state.queries.js';
import { MAIL_JOB } from '../platform/mail/mail-queue.js';
import { type StuckDeletions } from '../platform/storage/file-deletion.queries.js';
import { type SealFailureCause } from '../signatures/domain/seal-failure.js';
import { openSealFailures } from '../signatures/seal-failures.queries.js';
import { listEndpoints } from '../webhooks/webhook-endpoint.queries.js';
import { TOLD_AFTER_MINUTES } from './domain/telling.policy.js';

/** How far back abandoned jobs are counted. */
export const GIVEN_UP_DAYS = 30;
/** Counts stop at this number. */
const MOST = 100;

/** The health of an endpoint that has an address. */
export interface EndpointHealth {
  id: number;
  isFirst: boolean;
  /** Its name, or the host of its address if it has none. */
  called: string;
  isDisabled: boolean;
  isPaused: boolean;
  heldSince: Date | null;
  failingSince: Date | null;
}

/** The health of the parts of the service that an organization depends on, without data of other organizations. */
export interface HealthFacts {
  jobs: { lateSince: Date | null; givenUp: number };
  mail: { hasServer: boolean; quotaUsedUpSince: Date | null; failingSince: Date | null; givenUp: number };
  /** Only endpoints with an address. */
  endpoints: EndpointHealth[];
  sealKey: KeyLifetime;
  timeStamps: { isOn: boolean; missing: number };
  storage: StorageState;
  /** Files that were erased long ago but still exist. */
  undeleted: StuckDeletions | null;
  /** Requests whose documents could not be sealed. */
  unsealed: { signatureId: number; documentName: string; cause: SealFailureCause }[];
}

/** Collects the health facts of the overview. */
@Injectable()
export class OrganizationHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: ServiceState,
    private readonly keys: OrganizationKeys,
  ) {}

  /** Since when the organization's mails have been failing, once that has lasted long enough to be shown. */
  mailFailingSince(organizationId: number): Promise<Date | null> {
    return failingSince(this.dataSource.manager, organizationId, 'mail', TOLD_AFTER_MINUTES);
  }

  async find(organizationId: number): Promise<HealthFacts> {
    const { manager } = this.dataSource;
    const disruptions = await openDisruptions(manager, organizationId);
    const brokenSince = (wanted: Disrupted, which = 0) =>
      disruptions.find(({ what, subject }) => what === wanted && subject === which)?.beganAt ?? null;
    const endpoints = await listEndpoints(manager, organizationId);
    const given = { mailKind: MAIL_JOB, days: GIVEN_UP_DAYS, most: MOST };
    const givenUp = await countGivenUp(manager, organizationId, given);
    const unsealed = await openSealFailures(manager, organizationId, MOST);
    return {
      jobs: { lateSince: await this.service.jobsLateSince(organizationId), givenUp: givenUp.others },
      mail: {
        hasServer: this.service.hasMailServer,
        quotaUsedUpSince: await this.service.mailQuotaUsedUpSince(),
        failingSince: brokenSince('mail'),
        givenUp: givenUp.mails,
      },
      endpoints: endpoints
        .filter(({ url }) => url !== null)
        .map(({ id, isFirst, label, url, paused, disabled, held, stateSince }) => ({
          id,
          isFirst,
          called: label || new URL(url!).host,
          isDisabled: disabled,
          isPaused: paused,
          heldSince: held ? stateSince : null,
          failingSince: brokenSince('endpoint', id),
        })),
      sealKey: await this.keys.sealKeyLifetime(organizationId),
      timeStamps: {
        isOn: this.service.hasTimeStamps,
        missing: unsealed.filter(({ cause }) => cause === 'time_stamp').length,
      },
      storage: await this.service.storage(),
      undeleted: await this.service.undeletedFiles(organizationId),
      unsealed,
    };
  }
}
