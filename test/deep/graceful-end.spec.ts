import { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { textPdf } from '../support/pdf-samples.js';
import { DRAFT, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { SlowUpload } from '../support/slow-upload.js';
import { until } from '../support/until.js';

const LONGEST_MS = 120_000;

it(
  'a process told to stop tells load balancers, answers new requests, and finishes what runs',
  async () => {
    const database = await createTestDatabase();
    const server = await ServerProcess.prepare({ DATABASE_URL: database.url, DRAIN_SECONDS: '2' });
    try {
      await server.start();
      const apiKey = server.secret('API key');
      const api = new ApiClient(server.url, apiKey);
      const { body: draft } = await api.post(SIGNATURES, DRAFT);
      const address = `${server.url}${SIGNATURES}/${draft.id}/document`;
      const upload = new SlowUpload(address, { apiKey }, await textPdf(1, 'slow'));
      expect((await api.get('/readyz')).status).toBe(200);

      const status = server.stop();
      await until('load balancers are told', async () => (await api.get('/readyz')).status === 503);
      const { body, headers } = await api.get('/readyz');
      expect(body).toMatchObject({ statusCode: 503, code: 'not_ready' });
      expect(headers.get('connection')).toBe('close');
      expect((await api.get(`${SIGNATURES}?limit=1`)).status).toBe(200);
      expect((await api.get('/healthz')).status).toBe(200);
      await until('nothing is accepted any more', () =>
        api.get('/healthz').then(
          () => false,
          () => true,
        ),
      );
      expect(server.isRunning).toBe(true);
      expect(await upload.finish()).toMatchObject({ status: 200, body: { documentStatus: 'ready' } });
      expect(await status).toBe(0);
    } finally {
      await server.close();
      await database.drop();
    }
  },
  LONGEST_MS,
);
