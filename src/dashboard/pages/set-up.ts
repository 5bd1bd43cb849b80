import { Injectable } from '@nestjs/common';
import { OrganizationSetUp, type SetUpProgress } from '../../oversight/organization-set-up.js';
import { Settings } from '../../platform/config/settings.js';
import { type Area, mayOpen } from '../domain/areas.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

type StepName = Exclude<keyof SetUpProgress, 'isReceiving'>;

/** A step in setting an organization up. */
interface SetUpStep {
  name: StepName;
  isDone: boolean;
  /** Where it is done; null for members who may not. */
  href: string | null;
  /** The key of the text, which depends on how far the step is. */
  says: string;
}

/** What is left to set up; null once all is done, or a member has hidden it. */
export type SetUpModel = { steps: SetUpStep[]; done: number; firstCall: string } | null;

/** The steps in order, each with the page on which it is done. */
const STEPS: readonly { name: StepName; area: Area; address: string }[] = [
  { name: 'brand', area: 'settings', address: '/dashboard/settings' },
  { name: 'document', area: 'signatures', address: '/dashboard/signatures/new' },
  { name: 'endpoint', area: 'endpoint', address: '/dashboard/endpoint' },
  { name: 'apiKey', area: 'api-key', address: '/dashboard/api-key' },
  { name: 'colleague', area: 'roles', address: '/dashboard/people' },
];

/** The set-up of a new organization, which the overview shows until it is done. */
@Injectable()
export class SetUp {
  constructor(
    private readonly organizations: OrganizationSetUp,
    private readonly settings: Settings,
  ) {}

  async find(visit: DashboardVisit): Promise<SetUpModel> {
    const progress = await this.organizations.find(visit.organizationId);
    if (!progress) return null;
    const steps = STEPS.map(({ name, area, address }) => ({
      name,
      isDone: progress[name],
      href: mayOpen(visit, area) ? address : null,
      says: `dashboard.setUp.${name}.text${name === 'endpoint' && progress.isReceiving ? 'Test' : ''}`,
    }));
    const done = steps.filter(({ isDone }) => isDone).length;
    return done === steps.length ? null : { steps, done, firstCall: firstCall(this.settings.publicUrl) };
  }
}

/** A first call that changes nothing. The key is not part of it: it is shown once, and kept as a digest. */
const firstCall = (publicUrl: string) =>
  `curl --header "x-api-key: $COUNTERSIGN_API_KEY" ${publicUrl}/api/v1/signatures`;
