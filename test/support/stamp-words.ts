import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { stampWords } from '../../src/signatures/documents/internal/paper-words.js';

export const ENVELOPE_ID = '24c8eb3f-5f0f-865a-b708-9fbfe323075d';

const facts = {
  book: new TemplateRenderer().book('paper', 'en'),
  envelopeId: ENVELOPE_ID,
  sender: 'Ann Host, Acme',
  isTest: false,
  publicUrl: 'https://sign.example',
};

/** The words of the signature pages. */
export const wordsFor = (signers: number) => stampWords(facts, signers);
