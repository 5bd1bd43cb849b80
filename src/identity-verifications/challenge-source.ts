import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ChallengeStep, drawChallenge } from '../identity-documents/liveness.js';

/** Draws challenges from a cryptographic random source, so they cannot be predicted. */
@Injectable()
export class ChallengeSource {
  draw(): ChallengeStep[] {
    return drawChallenge((choices) => randomInt(choices));
  }
}
