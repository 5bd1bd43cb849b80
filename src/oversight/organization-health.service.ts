import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServiceState, type StorageState } from '../health/service-state.service.js';
import { type KeyLifetime, OrganizationKeys } from '../pdf-signatures/organization-keys.service.js';
import { type Disrupted, openDisruptions } from '../platform/disruptions/disruption.queries.js';
import { countGivenUp } from '../platform/jobs/job-state.queries.js';
import { MAIL_JOB } from '../platform/mail/mail-queue.service.js';
import { type StuckDeletions } from '../platform/storage/file-deletion.queries.js';
import { type SealFailureCause } from '../signatures/domain/seal-failure.js';
import { openSealFailures } from '../signatures/seal-failures.queries.js';
import { listEndpoints } from '../webhooks/webhook-endpoint.queries.js';

/** How far back jobs that were given up are counted. */
const GIVEN_UP_DAYS = 30;
/** More are not counted. */
const MOST = 100;

/** How an endpoint with an address does. */
export interface EndpointHealth {
  /** Empty for a first one without a name. */
  called: string;
  isDisabled: boolean;
  isPaused: boolean;
  heldSince: Date | null;
  failingSince: Date | null;
}

/** How the parts of the service do that an organization depends on. Says nothing about other organizations. */
export interface HealthFacts {
  jobs: { lateSince: Date | null; givenUp: number };
  mail: { hasServer: boolean; failingSince: Date | null; givenUp: number };
  /** Those that have an address. */
  endpoints: EndpointHealth[];
  sealKey: KeyLifetime;
  timeStamps: { isOn: boolean; missing: number };
  storage: StorageState;
  /** Files that were erased long ago and are still there. */
  undeleted: StuckDeletions | null;
  /** Requests whose documents could not be sealed. */
  unsealed: { signatureId: number; cause: SealFailureCause }[];
}

/** Collects what the overview shows of the service's health. */
@Injectable()
export class OrganizationHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: ServiceState,
    private readonly keys: OrganizationKeys,
  ) {}

  async look(organizationId: number): Promise<HealthFacts> {
    const { manager } = this.dataSource;
    const disruptions = await openDisruptions(manager, organizationId);
    const failingSince = (wanted: Disrupted, which = 0) =>
      disruptions.find(({ what, subject }) => what === wanted && subject === which)?.beganAt ?? null;
    const endpoints = await listEndpoints(manager, organizationId);
    const given = { mailKind: MAIL_JOB, days: GIVEN_UP_DAYS, most: MOST };
    const givenUp = await countGivenUp(manager, organizationId, given);
    const unsealed = await openSealFailures(manager, organizationId, MOST);
    return {
      jobs: { lateSince: await this.service.jobsLateSince(organizationId), givenUp: givenUp.others },
      mail: {
        hasServer: this.service.hasMailServer,
        failingSince: failingSince('mail'),
        givenUp: givenUp.mails,
      },
      endpoints: endpoints
        .filter(({ url }) => url !== null)
        .map(({ id, label, paused, disabled, held, stateSince }) => ({
          called: label,
          isDisabled: disabled,
          isPaused: paused,
          heldSince: held ? stateSince : null,
          failingSince: failingSince('endpoint', id),
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
