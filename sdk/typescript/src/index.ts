export {
  type VerifyOptions,
  verify as verifyWebhook,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookProblem,
  WebhookVerificationError,
} from '../../../src/webhook-receiver/verify.js';
export { Countersign } from './client.js';
export { Download } from './downloads.js';
export * from './errors.js';
export { EventFeed, type EventPage, type EventQuery } from './events.js';
export { type components, type ErrorCode } from './openapi.js';
export { type AnswerOf, type BodyOf, type OperationId, type QueryOf } from './operations.js';
export { type CallOptions, type ChangeOptions, type ClientOptions } from './options.js';
export { Pages } from './pages.js';
export { type UploadOptions } from './resources/documents.js';
export { type DocumentField, type DocumentType, type UploadBytes, type UploadSource } from './uploads.js';
