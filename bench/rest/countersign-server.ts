import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { ApiLimit } from '../../src/auth/api-throttler.guard.js';
import { createApp } from '../../src/configure-app.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { benchSettings } from '../support/bench-settings.js';
import { serveBenchmark } from './serving.js';

// The service as a production web replica. Only the rate limit per key is out of reach, because a single key makes
// all requests; they are still counted. With `unnamed`, statements have no names, as a pooler requires.

const [databaseUrl, dataDir, statements] = process.argv.slice(2) as [string, string, string?];
const settings = benchSettings(databaseUrl, dataDir, { unnamedStatements: statements === 'unnamed' });

const app = await createApp(settings, databaseUrl, new PinoLogger(settings.logLevel));
Object.assign(app.get(ApiLimit), { requests: Number.MAX_SAFE_INTEGER });
await app.listen(0, '127.0.0.1');
serveBenchmark((app.getHttpServer().address() as AddressInfo).port);
