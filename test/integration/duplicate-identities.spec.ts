import { type EntityManager } from 'typeorm';
import { DocumentReport } from '../../src/identity-verifications/document-report.entity.js';
import { NOTHING_EXTRACTED } from '../../src/identity-verifications/domain/decision.js';
import { DuplicateIdentities } from '../../src/identity-verifications/duplicate-identities.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';

describe('one document under two names', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
  });

  const extracted = (lastName: string) => ({
    ...NOTHING_EXTRACTED,
    ...{ firstName: 'Anna', lastName, issuingCountry: 'UTO', documentNumber: 'L898902C3' },
  });

  /** Recognizes the person and writes the report, as a decision does. */
  async function decide(
    tx: EntityManager,
    verificationId: number,
    lastName: string,
    beforeReport: () => Promise<void>,
  ) {
    const { organizationId } = acme;
    const extractedData = extracted(lastName);
    const traits = { organizationId, verificationId, extracted: extractedData, face: null };
    const match = await test.app.get(DuplicateIdentities, { strict: false }).recognize(tx, traits);
    await beforeReport();
    await tx.insert(DocumentReport, {
      ...{ verificationId, organizationId, documentType: 'passport', extractedData },
      ...{ result: 'approved', matchScore: 1, livenessResult: null, checks: [], reasons: [] },
      completedAt: () => 'app_now()',
    } as never);
    return match;
  }

  it('recognizes the document even if both verifications are decided at the same time', async () => {
    const [first, second] = [await beginVerification(test, acme), await beginVerification(test, acme)];
    const transactions = test.app.get(Transactions);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const recognized = { first: false, second: false };
    const one = transactions.run((tx) =>
      decide(tx, first.id, 'Eriksson', () => {
        recognized.first = true;
        return held;
      }),
    );
    await until('the first is recognized', () => recognized.first);
    const two = transactions.run((tx) =>
      decide(tx, second.id, 'Novak', async () => void (recognized.second = true)),
    );
    const waits = async () => {
      const [row] = await test.dataSource.query<{ waits: boolean }[]>(
        `select exists (select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock') as waits`,
      );
      return row!.waits;
    };
    await until('the second waits, or does not', async () => recognized.second || (await waits()));
    goOn();
    expect(await Promise.all([one, two])).toEqual(['no', 'document']);
  });
});
