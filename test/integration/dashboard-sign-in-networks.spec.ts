import { countSignInFailure } from '../../src/dashboard/sign-in-failure.queries.js';
import { SignIn } from '../../src/dashboard/sign-in.service.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';

describe('failed sign-ins from one network', () => {
  const [office, home] = ['203.0.113.7', '203.0.113.8'];
  /** IPv6 addresses of one network, and of another. */
  const [phone, tablet, elsewhere] = ['2001:db8:0:1::7', '2001:db8:0:1::8', '2001:db8:0:2::7'];
  let test: TestApp;
  let waits: number[];

  beforeAll(async () => {
    test = await startTestApp({ trustedProxies: ['127.0.0.0/8', '::1/128'] });
    test.app.get(SignIn, { strict: false }).wait = async (ms) => void waits.push(ms);
  });
  beforeEach(async () => {
    waits = [];
    await test.dataSource.query('delete from hourly_counts');
  });
  afterAll(() => test?.close());

  /** Who has chosen a password. */
  const anOwner = async () => {
    const made = await test.createOrganization();
    await signedIn(test, made);
    return made;
  };
  const visitor = (email: string, address: string) =>
    Object.assign(new DashboardMember(test.url, email), { address });
  /** What an attempt waited, and whether it let in. */
  const attempt = async (email: string, address: string, password = PASSWORD) => {
    waits = [];
    const { status } = await visitor(email, address).signIn(password);
    return { waits, isIn: status === 303 };
  };
  /** As wrong passwords do, without the time that it takes to check them. */
  const fail = async (times: number, address: string) => {
    const { manager } = test.dataSource;
    for (let time = 0; time < times; time++)
      await countSignInFailure(manager, { email: `guessed-${time}@acme.test`, address });
  };

  it('slow it after 20 for different accounts, and neither another network nor anyone for good', async () => {
    const { ownerEmail } = await anOwner();
    await fail(19, office);
    expect(await attempt('guessed@acme.test', office)).toEqual({ waits: [], isIn: false });
    expect(await attempt('another@acme.test', office)).toEqual({ waits: [5_000], isIn: false });
    expect(await attempt(ownerEmail, home)).toEqual({ waits: [], isIn: true });
    expect(await attempt(ownerEmail, office)).toEqual({ waits: [5_000], isIn: true });
    await test.database.moveClock('1 hour');
    expect(await attempt(ownerEmail, office)).toEqual({ waits: [], isIn: true });
  });

  it('are those of all IPv6 addresses that one subscriber has', async () => {
    await fail(20, phone);
    expect(await attempt('guessed@acme.test', tablet)).toEqual({ waits: [5_000], isIn: false });
    expect(await attempt('guessed@acme.test', elsewhere)).toEqual({ waits: [], isIn: false });
  });

  it('of single sign-on slow it as well, passwords included', async () => {
    const { ownerEmail } = await anOwner();
    const back = async (address: string) => {
      waits = [];
      const { status } = await visitor('nobody@acme.test', address).get('sign-in/back?state=made-up');
      return { waits, isRefused: status === 403 };
    };
    for (let time = 0; time < 20; time++) expect(await back(office)).toEqual({ waits: [], isRefused: true });
    expect(await back(office)).toEqual({ waits: [5_000], isRefused: true });
    expect(await back(home)).toEqual({ waits: [], isRefused: true });
    expect(await attempt(ownerEmail, office)).toEqual({ waits: [5_000], isIn: true });
  });
});
