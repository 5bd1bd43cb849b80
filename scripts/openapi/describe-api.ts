import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { type ApiDocument } from '../../src/api-reference/domain/api-document.js';
import { VerificationPayloadDto } from '../../src/identity-verifications/http/dto/verification-payload.dto.js';
import { SignaturePayloadDto } from '../../src/signatures/http/dto/signature-payload.dto.js';
import { applyConventions } from './conventions.js';
import { addExamples } from './examples.js';
import { addHeaders } from './headers.js';
import { addMeanings } from './meanings.js';
import { addRefusals } from './refusals.js';
import { describeValidation } from './validation-rules.js';
import { describeWebhooks } from './webhooks.js';

const DESCRIPTION = `Get documents signed, and know who signed them.

Send your organization's API key as \`Authorization: Bearer sk_…\` or as \`x-api-key\`. Ids are positive integers, times are
ISO 8601 in UTC with milliseconds. Unknown query parameters and unknown members of a body are refused.

**Errors** have one shape: \`statusCode\`, \`message\`, \`error\`, and usually a \`code\` to branch on; \`validation_failed\` names
each field in \`details\`. A request that reaches no operation can also get 400 (not HTTP, or a path that is not UTF-8), 404
(an unknown path), 408, 417 or 431, in the same shape without a code.

**Safe to repeat**: every POST, PUT, PATCH and DELETE takes an \`Idempotency-Key\`.

**Only what is new**: every resource with an id comes with an \`ETag\`. Send it back as \`If-None-Match\`, and the response is
304 while nothing has changed; that counts against the rate, too. Documents can be downloaded in parts (\`Range\`), and lists
name the neighbouring pages in \`Link\`.`;

/** The OpenAPI document of the interface, from its controllers, their rules and their errors. */
export function describeApi(app: INestApplication): ApiDocument {
  describeValidation();
  const info = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Countersign')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/', 'This installation')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key, which begins with `sk_`.' })
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'x-api-key')
    .addTag('signatures', 'Requests for signatures: drafts, documents, signers.')
    .addTag('templates', 'Documents prepared once, from which requests are made.')
    .addTag('bulk-sends', 'Requests sent from the rows of a file.')
    .addTag('identity-verifications', 'Verifications of people by their identity documents.')
    .addTag('webhook-notifications', 'What was delivered to your endpoints, and how.')
    .addTag('events', 'The same events, for callers that poll for them.')
    .addTag('webhooks', 'What your endpoints receive.')
    .build();
  const described = SwaggerModule.createDocument(app, info, {
    extraModels: [SignaturePayloadDto, VerificationPayloadDto],
    operationIdFactory: (controller, method) =>
      lowerFirst(controller.replace('Controller', '')) + upperFirst(method),
  });
  const document = applyConventions(described as unknown as ApiDocument);
  Object.assign(document.components, { headers: {}, responses: {} });
  addExamples(document);
  addRefusals(document);
  addHeaders(document);
  describeWebhooks(document);
  addMeanings(document);
  return document;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
