import { type DocumentPhoto } from './document-photo.js';
import { type DocumentType } from './document-type.js';
import { sessionStep } from './session-step.policy.js';

const CONSENTED = new Date(0);
const OPEN = {
  state: 'in_progress',
  consentedAt: CONSENTED,
  verificationMethod: 'document',
  askedPart: null,
  reviewRound: 1,
} as const;
const photo = (
  side: 'front' | 'back',
  attempt: number,
  analysis: DocumentPhoto['analysis'],
  round = 1,
): DocumentPhoto => ({
  side,
  round,
  attempt,
  analysis,
  retakeReason: analysis === 'retake' ? 'blurred' : null,
});
const step = (documentType: DocumentType | null, ...images: DocumentPhoto[]) =>
  sessionStep({ ...OPEN, documentType }, images, 0);

describe('sessionStep', () => {
  test('begins a session with consent', () => {
    const session = { ...OPEN, consentedAt: null, documentType: 'passport' } as const;
    expect(sessionStep(session, [], 0)).toEqual({ name: 'start' });
  });

  test.each(['reviewing', 'completed', 'failed', 'expired'] as const)('ends a session when %s', (state) => {
    const session = { ...OPEN, state, documentType: 'passport' } as const;
    expect(sessionStep(session, [], 0)).toEqual({ name: 'ended' });
  });

  test('asks for the type of document if it was not given', () => {
    expect(step(null)).toEqual({ name: 'document_type' });
  });

  test('leads through the photo of a passport', () => {
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

  test('continues with the camera where a face is required, and repeats it after a failure', () => {
    const combined = { ...OPEN, verificationMethod: 'combined', documentType: 'passport' } as const;
    const accepted = photo('front', 1, 'accepted');
    expect(sessionStep(combined, [photo('front', 1, 'waiting')], 0)).toMatchObject({ name: 'checking' });
    expect(sessionStep(combined, [accepted], 0)).toEqual({ name: 'selfie', attempt: 1 });
    expect(sessionStep(combined, [accepted], 2)).toEqual({ name: 'selfie', attempt: 3 });
  });

  test('asks for one side again, whatever was accepted before', () => {
    const asked = { ...OPEN, documentType: 'id_card', askedPart: 'back', reviewRound: 2 } as const;
    const before = [photo('front', 1, 'accepted'), photo('back', 4, 'accepted')];
    const upload = { name: 'upload', side: 'back', retakeReason: null };
    const combined = { ...asked, verificationMethod: 'combined' } as const;
    expect(sessionStep(combined, before, 0)).toEqual({ ...upload, attempt: 1 });
    const again = [...before, photo('back', 1, 'retake', 2)];
    expect(sessionStep(asked, again, 0)).toMatchObject({ name: 'upload', side: 'back', attempt: 2 });
    const sent = [...again, photo('back', 2, 'waiting', 2)];
    expect(sessionStep(asked, sent, 0)).toEqual({ name: 'checking', side: 'back' });
  });

  test('asks for the face again without another photo of the document', () => {
    const asked = {
      ...OPEN,
      verificationMethod: 'combined',
      documentType: 'passport',
      reviewRound: 2,
    } as const;
    expect(sessionStep({ ...asked, askedPart: 'face' }, [], 1)).toEqual({ name: 'selfie', attempt: 2 });
  });

  test('asks for no document where only a face is required', () => {
    const liveness = { ...OPEN, verificationMethod: 'liveness', documentType: null } as const;
    expect(sessionStep(liveness, [], 0)).toEqual({ name: 'selfie', attempt: 1 });
  });
});
