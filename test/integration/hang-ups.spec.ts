import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type BodyRoute, bodyRoutes, bytesOf } from '../support/body-routes.js';
import { signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { until } from '../support/until.js';

describe('clients that hang up', () => {
  let test: TestApp;
  let routes: BodyRoute[];

  beforeAll(async () => {
    test = await startTestApp();
    const acme = await test.createOrganization();
    const owner = await signedIn(test, acme);
    routes = await bodyRoutes(acme.api, acme.apiKey, owner, await textPdf());
  });
  afterAll(() => test.close());

  async function heldSlots(): Promise<string[]> {
    const { text } = await test.app.get(Metrics, { strict: false }).expose();
    return text.split('\n').filter((line) => /^countersign_slots(?:\{.*\}|_reclaimed_total) [^0]/.test(line));
  }
  async function partialFiles(): Promise<string[]> {
    const names = await readdir(join(test.settings.dataDir, 'files'), { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith('.part'));
  }

  it('a client that hangs up takes no slot and leaves no file on any route with a body, wherever the body ends', async () => {
    for (const route of routes) {
      const bytes = bytesOf(route);
      for (const sent of [bytes.length, bytes.length - 9, bytes.length - route.body.length]) {
        const socket = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        await new Promise((resolve) => socket.write(bytes.subarray(0, sent), resolve));
        socket.resetAndDestroy();
      }
    }
    await until('all slots are free', async () => (await heldSlots()).length === 0);
    await until('no part of a file is left', async () => (await partialFiles()).length === 0);
  });
});
