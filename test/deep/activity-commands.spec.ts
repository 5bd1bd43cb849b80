import { type ActivityEvent, type ActivityType } from '../../src/activity/domain/activity-event.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { CommandLine } from '../support/command-line.js';
import { beginVerification } from '../support/verifications.js';

/** Each command starts the whole service. */
const LONGEST_MS = 300_000;

describe('commands of the operator', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
  });
  afterAll(() => test?.close());

  const cli = (...args: string[]) => new CommandLine(test).run(args);

  async function awaitingReview(): Promise<number> {
    const { id, person } = await beginVerification(test, acme, { verificationMethod: 'liveness' });
    await person.agree();
    await person.askHuman();
    return id;
  }

  it(
    'records each command of the operator once, and verifies the chain',
    async () => {
      const organization = ['--organization', String(acme.organizationId)];
      const email = ['--email', 'new@acme.test'];
      const [decided, asked] = [await awaitingReview(), await awaitingReview()];
      const identity = (subjectId: number) => ({ subjectKind: 'identity_verification', subjectId });
      const key = { subjectKind: 'api_key', subjectId: expect.any(Number) };
      const endpoint = { subjectKind: 'webhook_endpoint', subjectId: expect.any(Number) };
      const user = { subjectKind: 'user', subjectId: expect.any(Number) };
      const steps: [type: ActivityType, command: string[], event: Partial<ActivityEvent>][] = [
        [
          'member_added',
          ['user:create', ...organization, ...email, '--role', 'admin'],
          { ...user, data: { role: 'admin' } },
        ],
        ['link_created', ['user:link', ...organization, ...email], user],
        ['second_step_off', ['user:second-step-off', ...organization, ...email], user],
        [
          'api_key_created',
          ['api-key:rotate', ...organization, '--scopes', 'identity:read'],
          { ...key, data: { scopes: ['identity:read'] } },
        ],
        ['api_key_revoked', ['api-key:revoke', ...organization], key],
        [
          'api_key_created',
          ['api-key:create', ...organization],
          { ...key, data: { scopes: ['identity:read', 'identity:write'] } },
        ],
        [
          'endpoint_saved',
          ['webhook:set', ...organization, '--url', 'https://8.8.8.8/hook?token=x'],
          { ...endpoint, data: { host: '8.8.8.8', events: expect.any(Array), holdsWhenDown: false } },
        ],
        [
          'secret_rotated',
          ['webhook:rotate-secret', ...organization, '--in-24-hours'],
          { ...endpoint, data: { when: 'in_24_hours' } },
        ],
        ['seal_key_rotated', ['seal:rotate', ...organization, '--authority'], { data: { authority: true } }],
        [
          'review_decided',
          ['review:decide', '--verification', `${decided}`, '--approve', '--reason', 'Jane was there'],
          { ...identity(decided), data: { result: 'approved' } },
        ],
        [
          'person_asked_again',
          ['review:ask', ...organization, '--verification', `${asked}`, '--part', 'face', '--reason', 'dark'],
          { ...identity(asked), data: { part: 'face', reason: 'dark' } },
        ],
      ];
      for (const [type, command, event] of steps) {
        const before = (await activityOf(test.dataSource, acme.organizationId)).length;
        await cli(...command);
        const added = await activityOf(test.dataSource, acme.organizationId, before);
        const expected = { type, userId: null, address: 'command line', ...event };
        expect([type, added]).toEqual([type, [expect.objectContaining(expected)]]);
      }
      const made = await cli('organization:create', '--name', 'Other', '--owner-email', 'o@other.test');
      expect(made).toMatchObject({
        ownerPassword: expect.any(String),
        ownerLink: expect.stringMatching(/\/dashboard\/welcome\/\w{40,}$/),
      });
      expect(await activityOf(test.dataSource, made.organizationId as number)).toMatchObject([
        { type: 'organization_created', userId: null },
      ]);
      expect(await cli('activity:verify', ...organization)).toMatchObject({
        isWhole: true,
        events: steps.length,
      });
      await test.dataSource.query(`begin; set local session_replication_role = replica;
        update activity_events set user_id = ${acme.userId} where organization_id = ${acme.organizationId} and number = 3; commit`);
      await expect(cli('activity:verify', ...organization)).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"firstBroken":3'),
      });
    },
    LONGEST_MS,
  );
});
