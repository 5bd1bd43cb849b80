import { type Session } from '../sessions.js';
import { toResultModel } from './result-page.view-model.js';

const BACK = 'https://shop.example/done';
const APPROVED = { state: 'completed', reasons: [] };
const REJECTED = { state: 'failed', reasons: ['document_expired'] };

const ended = (state: string, reasons: string[], isRecent = true) =>
  ({
    verification: { state, sessionId: 'session', locale: 'en', signerId: null },
    report: { reasons },
    token: 'f'.repeat(64),
    organizationName: 'Acme',
    hasReviewers: true,
    brand: {},
    isWithdrawn: false,
    isRecent,
  }) as unknown as Session;

const modelOf = (
  session: Session,
  { stays = false, back = BACK }: { stays?: boolean; back?: string | null } = {},
) => toResultModel(session, back, stays).model;

describe('the result page', () => {
  it.each([
    ['approved', APPROVED, 'approved'],
    ['rejected', REJECTED, 'failed'],
  ])('leads back automatically when the person is %s', (_what, { state, reasons }, status) => {
    const address = `${BACK}?sessionId=session&status=${status}`;
    expect(modelOf(ended(state, reasons))).toMatchObject({
      back: address,
      returns: true,
      pageRefresh: `5; url=${address}`,
    });
  });

  it.each([
    ['reviewing', []],
    ['failed', ['cancelled_by_user']],
    ['expired', []],
  ])('stays if the next step needs reading: %s', (state, reasons) => {
    expect(modelOf(ended(state, reasons))).not.toHaveProperty('returns');
  });

  it('stays on request, long after the end, and where nothing leads back', () => {
    for (const { state, reasons } of [APPROVED, REJECTED]) {
      expect(modelOf(ended(state, reasons), { stays: true })).not.toHaveProperty('returns');
      expect(modelOf(ended(state, reasons, false))).not.toHaveProperty('returns');
      expect(modelOf(ended(state, reasons), { back: null })).toMatchObject({ back: null, mayClose: true });
    }
  });

  it('gives the reason only where the person can act on it', () => {
    const wordsOf = (reasons: string[]) => (modelOf(ended('failed', reasons)) as { words: string }).words;
    expect(wordsOf(['face_mismatch', 'document_expired'])).toBe(
      'verification.result.rejected.document_expired',
    );
    expect(wordsOf(['face_mismatch'])).toBe('verification.result.rejected.other');
  });
});
