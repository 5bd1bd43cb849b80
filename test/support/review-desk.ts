import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { startTestApp, type TestApp, type TestOrganization } from './app.js';
import { type DashboardMember, signedIn } from './dashboard-member.js';
import { caseWithoutPictures } from './review-cases.js';
import { type TestVerification } from './verifications.js';

/** An organization with its owner and two reviewers at the dashboard, and how its verifications end. */
export class ReviewDesk {
  private readonly ends: DomainEvent[] = [];

  private constructor(
    readonly test: TestApp,
    readonly acme: TestOrganization,
    readonly owner: DashboardMember,
    readonly anna: DashboardMember,
    readonly boris: DashboardMember,
  ) {
    test.app.get(EventBus).listen(async (_tx, event) => {
      if (/\.(completed|failed)$/.test(event.type)) this.ends.push(event);
    });
  }

  static async start(): Promise<ReviewDesk> {
    const test = await startTestApp();
    const acme = await test.createOrganization();
    return new ReviewDesk(
      test,
      acme,
      await signedIn(test, acme),
      await signedIn(test, acme, 'reviewer'),
      await signedIn(test, acme, 'reviewer'),
    );
  }

  /** A case without pictures. */
  waiting(): Promise<TestVerification> {
    return caseWithoutPictures(this.test, this.acme);
  }

  /** The types of the events that ended a verification: exactly one, if all is well. */
  endsOf({ id }: TestVerification): string[] {
    return this.ends.filter(({ data }) => data.id === id).map(({ type }) => type);
  }

  close(): Promise<void> {
    return this.test.close();
  }
}
