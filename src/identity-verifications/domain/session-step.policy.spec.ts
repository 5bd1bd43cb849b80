import { type DocumentType } from '../identity-verification.entity.js';
import { sessionStep } from './session-step.policy.js';
import { type VerificationImage } from '../verification-image.entity.js';

type Photo = Pick<VerificationImage, 'side' | 'attempt' | 'analysis' | 'retakeReason'>;

const CONSENTED = new Date(0);
const photo = (side: 'front' | 'back', attempt: number, analysis: Photo['analysis']): Photo => ({
  side,
  attempt,
  analysis,
  retakeReason: analysis === 'retake' ? 'blurred' : null,
});
const step = (documentType: DocumentType | null, ...images: Photo[]) =>
  sessionStep({ state: 'in_progress', consentedAt: CONSENTED, documentType }, images);

describe('sessionStep', () => {
  test('begins with consent', () => {
    const session = { state: 'in_progress', consentedAt: null, documentType: 'passport' } as const;
    expect(sessionStep(session, [])).toEqual({ name: 'start' });
  });

  test.each(['reviewing', 'completed', 'failed', 'expired'] as const)('has ended when %s', (state) => {
    expect(sessionStep({ state, consentedAt: null, documentType: 'passport' }, [])).toEqual({
      name: 'ended',
    });
  });

  test('asks for the document where nobody has named it', () => {
    expect(step(null)).toEqual({ name: 'document_type' });
  });

  test('goes through a passport', () => {
    const upload = { name: 'upload', side: 'front' };
    expect(step('passport')).toEqual({ ...upload, attempt: 1, retakeReason: null });
    expect(step('passport', photo('front', 1, 'waiting'))).toEqual({ name: 'checking', side: 'front' });
    expect(step('passport', photo('front', 1, 'retake'))).toEqual({
      ...upload,
      attempt: 2,
      retakeReason: 'blurred',
    });
    expect(step('passport', photo('front', 1, 'retake'), photo('front', 2, 'accepted'))).toEqual({
      name: 'checking',
      side: 'front',
    });
  });

  test('asks for both sides of a card, one after the other', () => {
    expect(step('id_card', photo('front', 1, 'waiting'))).toEqual({ name: 'checking', side: 'front' });
    expect(step('id_card', photo('front', 1, 'accepted'))).toMatchObject({
      name: 'upload',
      side: 'back',
      attempt: 1,
    });
    expect(step('id_card', photo('front', 1, 'accepted'), photo('back', 1, 'waiting'))).toEqual({
      name: 'checking',
      side: 'back',
    });
  });

  test('never asks for a fifth photo', () => {
    const photos = [1, 2, 3, 4].map((attempt) => photo('front', attempt, 'retake'));
    expect(step('passport', ...photos.slice(0, 3))).toMatchObject({ name: 'upload', attempt: 4 });
    expect(step('passport', ...photos)).toEqual({ name: 'checking', side: 'front' });
  });
});
