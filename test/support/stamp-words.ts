import { stampWords } from '../../src/signatures/paper-words.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.service.js';

export const ENVELOPE_ID = '24c8eb3f-5f0f-865a-b708-9fbfe323075d';

const facts = {
  book: new TemplateRenderer().book('paper', 'en'),
  envelopeId: ENVELOPE_ID,
  sender: 'Ann Host, Acme',
  publicUrl: 'https://sign.example',
};

/** What the signature pages say. */
export const wordsFor = (signers: number) => stampWords(facts, signers);
