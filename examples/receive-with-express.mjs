// Receives webhooks with Express (4.17 or later).
import { verify, WebhookVerificationError } from 'countersign/webhooks';
import express from 'express';

/**
 * @param secrets the endpoint's secret, or both during a rotation
 * @param handle gets each event that was verified. The same event may come again: remember `webhookId`
 */
export function createReceiver(secrets, handle) {
  const app = express();
  // The raw bytes. With `app.use(express.json())` in front of it, this route would get a parsed body instead.
  const raw = express.raw({ type: 'application/json', limit: '4mb' });
  app.post('/webhooks', raw, async (request, response) => {
    let event;
    try {
      event = verify(request.body, request.headers, secrets);
    } catch (error) {
      // Anything else is a mistake in the setup, which Express answers with 500.
      if (!(error instanceof WebhookVerificationError)) throw error;
      return response.status(401).json({ error: error.code });
    }
    await handle(event);
    return response.status(204).end();
  });
  return app;
}
