// Receives webhooks with Fastify (4 or later).
import { verify, WebhookVerificationError } from 'countersign/webhooks';
import fastify from 'fastify';

/**
 * @param secrets the endpoint's secret, or both during a rotation
 * @param handle gets each event that was verified. The same event may come again: remember `webhookId`
 * @param options of Fastify
 */
export function createReceiver(secrets, handle, options = {}) {
  const app = fastify({ bodyLimit: 4 * 1024 * 1024, ...options });
  // A plugin of its own, so that the other routes of the application still get their JSON parsed.
  app.register(async (webhooks) => {
    webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    webhooks.post('/webhooks', async (request, reply) => {
      let event;
      try {
        event = verify(request.body, request.headers, secrets);
      } catch (error) {
        // Anything else is a mistake in the setup, which Fastify answers with 500.
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(401).send({ error: error.code });
      }
      await handle(event);
      return reply.code(204).send();
    });
  });
  return app;
}
