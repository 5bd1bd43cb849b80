import { totpCode, totpStepAt } from '../../src/accounts/domain/totp.js';
import { databaseTime } from '../../src/platform/database/database-time.js';
import { type SharedTestApp } from './app.js';
import { type DashboardMember } from './dashboard-member.js';

type Clocked = Pick<SharedTestApp, 'dataSource'>;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app with the secret of one account. */
export class Authenticator {
  private readonly secret: Buffer;

  constructor(
    private readonly test: Clocked,
    /** The secret as the page shows it. */
    readonly typed: string,
  ) {
    const bits = [...typed.replaceAll(' ', '')].map((letter) =>
      BASE32.indexOf(letter).toString(2).padStart(5, '0'),
    );
    this.secret = Buffer.from(
      bits
        .join('')
        .match(/.{8}/g)!
        .map((byte) => parseInt(byte, 2)),
    );
  }

  /** The code that it shows now, or `later` steps of 30 seconds from now. */
  async code(later = 0): Promise<string> {
    const now = await databaseTime(this.test.dataSource.manager);
    return totpCode(this.secret, totpStepAt(now.getTime()) + later);
  }
}

/** Sets up the second step, which uses up the current code. */
export async function setUpSecondStep(
  test: Clocked,
  member: DashboardMember,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const { html } = await member.get('account/second-step');
  const app = new Authenticator(test, /data-secret>([A-Z2-7 ]+)</.exec(html)![1]!);
  const seen = await member.send('account/second-step', { code: await app.code() });
  const recoveryCodes = seen.html.match(/\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g) ?? [];
  if (recoveryCodes.length !== 10) throw new Error(`setting up answered ${seen.status}: ${seen.html}`);
  return { app, recoveryCodes };
}
