import { type INestApplicationContext } from '@nestjs/common';
import { createContext } from '../../src/configure-app.js';
import { Settings } from '../../src/platform/config/settings.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { SessionActions } from '../../src/verification-sessions/session-actions.js';
import { SessionWatch } from '../../src/verification-sessions/session-watch.js';
import { WatchLimits } from '../../src/verification-sessions/watch-limits.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { EventStream } from '../support/event-stream.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

/** Longer than any test, so whatever arrives was pushed and not found by polling. */
const NEVER_MS = 2 ** 30;

const tokenOf = ({ person }: TestVerification) => person.sessionUrl.split('/').at(-1)!;

describe('the event stream of a session', () => {
  let app: TestApp;
  let acme: TestOrganization;
  const watch = () => app.app.get(SessionWatch);

  async function start(lookEveryMs: number): Promise<void> {
    app = await startTestApp();
    acme = await app.createOrganization();
    app.app.get(WatchLimits).lookEveryMs = lookEveryMs;
  }
  afterEach(() => app?.close());

  test('sends every step at once to all waiting pages', async () => {
    await start(NEVER_MS);
    const session = await beginVerification(app, acme);
    const streams = [
      await EventStream.open(`${session.person.sessionUrl}/events`),
      await EventStream.open(`${session.person.sessionUrl}/events`),
    ];
    const next = () => Promise.all(streams.map((stream) => stream.next()));
    expect(await next()).toEqual(['start', 'start']);
    await session.person.agree();
    expect(await next()).toEqual(['upload-front-1', 'upload-front-1']);
    expect(await session.person.step()).toBe('upload-front-1');
    await session.person.post('/cancel');
    expect(await next()).toEqual(['ended', 'ended']);
    streams.forEach((stream) => stream.leave());
  });

  test('sends what happens in another process to the session concerned only', async () => {
    await start(NEVER_MS);
    const [one, other] = [await beginVerification(app, acme), await beginVerification(app, acme)];
    const streams = [
      await EventStream.open(`${one.person.sessionUrl}/events`),
      await EventStream.open(`${other.person.sessionUrl}/events`),
    ];
    for (const stream of streams) expect(await stream.next()).toBe('start');
    const elsewhere = await anotherProcess();
    await elsewhere.get(SessionActions, { strict: false }).consent(tokenOf(one));
    expect(await streams[0]!.next()).toBe('upload-front-1');
    await elsewhere.get(SessionActions, { strict: false }).cancel(tokenOf(other));
    expect(await streams[1]!.next()).toBe('ended');
    await elsewhere.close();
    streams.forEach((stream) => stream.leave());
  });

  test('finds a change whose message was lost', async () => {
    await start(20);
    const session = await beginVerification(app, acme);
    await session.person.look();
    const stream = await EventStream.open(`${session.person.sessionUrl}/events`);
    expect(await stream.next()).toBe('start');
    await app.dataSource.query('update identity_verifications set consented_at = app_now() where id = $1', [
      session.id,
    ]);
    expect(await stream.next()).toBe('upload-front-1');
    stream.leave();
  });

  test('closes the stream when the page is left and when the service stops', async () => {
    await start(NEVER_MS);
    const session = await beginVerification(app, acme);
    const left = await EventStream.open(`${session.person.sessionUrl}/events`);
    expect(await left.next()).toBe('start');
    expect(watch().size).toBe(1);
    left.leave();
    await until('the stream is gone', () => watch().size === 0);

    const stays = await EventStream.open(`${session.person.sessionUrl}/events`);
    expect(await stays.next()).toBe('start');
    watch().onModuleDestroy();
    expect(await stays.next()).toBeNull();
    expect(watch().size).toBe(0);
  });

  test('refuses a fifth page of a session, and an unknown session', async () => {
    await start(NEVER_MS);
    const { person } = await beginVerification(app, acme);
    const streams = [];
    for (let opened = 0; opened < 4; opened++) {
      const stream = await EventStream.open(`${person.sessionUrl}/events`);
      expect(await stream.next()).toBe('start');
      streams.push(stream);
    }
    expect(await (await EventStream.open(`${person.sessionUrl}/events`)).next()).toBeNull();
    expect(await (await EventStream.open(`${app.url}/verify/${'0'.repeat(64)}/events`)).next()).toBeNull();
    expect(watch().size).toBe(4);
    streams.forEach((stream) => stream.leave());
  });

  function anotherProcess(): Promise<INestApplicationContext> {
    const settings = new Settings({ ...app.settings, role: 'web' } as Settings);
    return createContext(settings, app.database.url, new PinoLogger('fatal'));
  }
});
