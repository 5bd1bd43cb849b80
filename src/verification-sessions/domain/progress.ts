import { type SessionStep } from '../../identity-verifications/domain/session-step.policy.js';

/**
 * The step's name as browsers see it. Steps with different pages have different names, so a waiting page on any
 * device knows to reload when the name changes.
 */
export function progressOf(step: SessionStep): string {
  if (step.name === 'checking') return 'reading';
  if (step.name === 'upload') return `upload-${step.side}-${step.attempt}`;
  if (step.name === 'selfie') return `selfie-${step.attempt}`;
  return step.name;
}
