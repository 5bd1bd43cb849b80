import { stampWords } from '../../src/signatures/paper-words.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.service.js';

const templates = new TemplateRenderer();

/** What the signature pages say in a language. */
export const wordsFor = (signers: number, documentSha256: string, locale = 'en') =>
  stampWords(templates.book('paper', locale), signers, documentSha256);
